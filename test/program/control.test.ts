import { expect, test } from 'bun:test'
import { binary } from '../support/binary.ts'
import { maxMs } from '../support/bounds.ts'
import { createCliFolder, expectFailure } from '../support/cliFolder.ts'
import { emptyFolder } from '../support/folder.ts'

test('--control responds to lines of JSON on standard input, one after the other, and to nothing else', async () => {
  using folder = emptyFolder()
  const child = Bun.spawn([await binary(), 'serve', '--database', ':memory:', '--port', '0', '--control'], {
    cwd: folder.path,
    env: { PATH: process.env.PATH ?? '' },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: maxMs(30_000),
  })
  const lines = [
    '{"id":1,"method":"reset"}',
    '',
    'reset',
    '{"id":2,"method":"constructor"}',
    '{"id":3,"method":"start","users":[{"email":"zoë@example.com","token":"short"}]}',
    `{"id":4,"method":"start","users":[{"email":"zoe@example.com","name":"Zoë","password":"a long secret"}]}`,
    '{"id":"five","method":"session","email":"zoe@example.com"}',
    '{"id":6,"method":"seed","catalogue_text":"{\\"labels\\":[{\\"name\\":\\"Zoë\\"}]}"}',
    '{"id":7,"method":"reset"}',
    '{"id":8,"method":"start"}',
  ]
  // Before it is ready, and with a character in two parts.
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`)
  const middle = bytes.indexOf(0xc3) + 1
  child.stdin.write(bytes.slice(0, middle))
  await child.stdin.flush()
  child.stdin.write(bytes.slice(middle))
  await child.stdin.flush()
  let out = ''
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    out += text
    if (out.includes('"id":8')) break
  }
  const [ready, ...responses] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect((await fetch(`${ready.ready.origin}/api/labels`)).status).toBe(401)
  expect((await fetch(`${ready.ready.origin}/control`, { method: 'POST' })).status).toBe(404)
  expect(responses.map(({ id, error, result }) => [id, error ?? Object.keys(result ?? {}).length])).toEqual([
    [1, 'Send the request "start" before.'],
    [null, 'A request is an object in JSON, on one line.'],
    [2, 'The method is one of start, reset, fail, delay, clock, requests, seed, session.'],
    [3, expect.stringContaining('/accounts/0/')],
    [4, 0],
    ['five', 1],
    [6, expect.any(Number)],
    [7, 0],
    [8, 'The library was started already.'],
  ])
  // It ends with its standard input. The log, without any secret, is on standard error.
  child.stdin.end()
  expect(await child.exited).toBe(0)
  const log = await child.stderr.text()
  expect(log).toContain('Stopped.')
  expect(log).not.toContain('a long secret')
})

test('--control and --now are refused for a library in a file, with one line', async () => {
  using folder = createCliFolder()
  for (const [flags, message] of [
    ['--control --database library.db', '--control is only for a library in memory. Leave it out'],
    ['--now 2026-01-01T00:00:00Z --database library.db', '--now is only for a library in memory. Leave it out'],
    ['--now 2026-01-01', 'Give a time in UTC. Did you mean 2026-01-01T00:00:00Z?'],
  ] as const)
    expectFailure(await folder.reject(`serve --port 0 ${flags}`), 2, message)
})
