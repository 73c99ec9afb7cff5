import { expect, test } from 'bun:test'
import { HashQueueFull, NotFound } from '../../src/base/errors.ts'
import { WorkQueueFull } from '../../src/base/retryLater.ts'
import { toErrorResponse } from '../../src/http/errorResponse.ts'
import { setLogWriter } from '../../src/observability/log.ts'
import { createRejections } from '../../src/observability/rejections.ts'
import { withRequestLog } from '../../src/observability/requestLog.ts'

test('requests that are rejected since too much waits are counted by kind of work, and logged once a minute', () => {
  const lines: string[] = []
  setLogWriter(({ level, message }) => void (level === 'warning' && lines.push(message)))
  using stack = new DisposableStack()
  stack.defer(() => setLogWriter(undefined))
  let time = 0
  const rejections = createRejections(() => time)
  let error: Error = new WorkQueueFull()
  const { fetch } = withRequestLog((request) => toErrorResponse(error, request), undefined, rejections.count)
  const send = () => void fetch(new Request('http://localhost/api/labels'))
  send()
  for (let n = 0; n < 100; n++) send()
  error = new HashQueueFull()
  send()
  error = new NotFound('Label', 1)
  send()
  time = 59_999
  expect(lines).toEqual(['Requests were rejected because too much work was waiting: 1 for long work.'])
  error = new HashQueueFull()
  time = 60_000
  send()
  expect(lines.slice(1)).toEqual([
    'Requests were rejected because too much work was waiting: 100 for long work, 2 for passwords.',
  ])
  expect([...rejections.counts()]).toEqual([
    ['long work', 101],
    ['passwords', 2],
  ])
})
