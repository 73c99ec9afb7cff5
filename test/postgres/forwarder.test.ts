// Tests of the forwarder that other tests put between a node and PostgreSQL.
import { expect, test } from 'bun:test'
import { maxMs } from '../support/bounds.ts'
import { startForwarder } from '../support/forwarder.ts'

const start = (name: string) =>
  Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => new Response(`${name}${await request.text()}`),
  })

const send = async (port: number, body = '', timeoutMs = maxMs(5_000)) => {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, signal })
  return response.text()
}

test('a forwarder with several targets forwards each connection to another one', async () => {
  await using first = start('first')
  await using second = start('second')
  await using forwarder = await startForwarder(first.port ?? 0, second.port ?? 0)
  const names: string[] = []
  for (let n = 0; n < 4; n++)
    names.push(await (await fetch(`http://127.0.0.1:${forwarder.port}/`, { keepalive: false })).text())
  expect(names).toEqual(['first', 'second', 'first', 'second'])
})

test('a forwarder that stalls keeps what was sent, and forwards it afterwards', async () => {
  let requestCount = 0
  await using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => {
      requestCount++
      return new Response('done')
    },
  })
  await using forwarder = await startForwarder(server.port ?? 0)
  await send(forwarder.port)
  forwarder.stall('responses')
  const delayed = send(forwarder.port)
  while (requestCount < 2) await Bun.sleep(1)
  forwarder.stall()
  expect(send(forwarder.port, '', 200)).rejects.toThrow()
  expect(await Promise.race([delayed, Bun.sleep(100)])).toBeUndefined()
  expect(requestCount).toBe(2)
  await forwarder.resume()
  expect(await delayed).toBe('done')
})
