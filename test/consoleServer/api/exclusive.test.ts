import { expect, test } from 'bun:test'
import { createExclusiveRun } from '../../../src/consoleServer/api/exclusive.ts'

const createRun = () => createExclusiveRun(() => new Error('busy'))

/** A task that ends when its client has disconnected. */
const waitForAbort = (signal: AbortSignal) => () =>
  new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('aborted')))

test('a task waits for one whose client turns out to have disconnected', async () => {
  const run = createRun()
  const client = new AbortController()
  const first = run(waitForAbort(client.signal), client.signal)
  const others = ['second', 'third'].map((name) => run(async () => name, new AbortController().signal))
  client.abort()
  expect(await Promise.all([first, ...others])).toEqual(['aborted', 'second', 'third'])
})

test('a task is rejected when the one before it goes on for longer', async () => {
  const run = createRun()
  const client = new AbortController()
  const first = run(waitForAbort(client.signal), client.signal)
  await expect(run(async () => 'second', new AbortController().signal)).rejects.toThrow('busy')
  await expect(run(async () => 'third')).rejects.toThrow('busy')
  client.abort()
  expect(await first).toBe('aborted')
  expect(await run(async () => 'fourth')).toBe('fourth')
})

test('a task without a client is not waited for', async () => {
  const run = createRun()
  const ended = Promise.withResolvers<string>()
  const first = run(() => ended.promise)
  await expect(run(async () => 'second')).rejects.toThrow('busy')
  ended.resolve('first')
  expect(await first).toBe('first')
})

test('a task that fails leaves room for the next one', async () => {
  const run = createRun()
  const { signal } = new AbortController()
  const first = run(() => Promise.reject(new Error('failed')), signal)
  const second = run(async () => 'second', signal)
  await expect(first).rejects.toThrow('failed')
  expect(await second).toBe('second')
})
