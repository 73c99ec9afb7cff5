import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { serveBinary } from '../support/binary.ts'
import { client } from '../support/client.ts'
import { emptyFolder } from '../support/folder.ts'

const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse' }

/** A port that was free a moment ago. */
const freePort = () => {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port } = server
  server.stop(true)
  return String(port)
}

test('through restarts on one port every answer is whole, and what was answered is there', async () => {
  using folder = emptyFolder()
  const words = ['--port', freePort(), '--database', join(folder.path, 'library.db')]
  const start = () => serveBinary(words, { cwd: folder.path, env: admin })
  let server = await start()
  const login = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }
  const boss = client(server.url, (await client(server.url).post('/login', login)).body.token)

  let stopped = false
  const made: number[] = []
  let refused = 0
  const drive = async (n: number) => {
    for (let step = 0; !stopped && step < 20_000; step++) {
      try {
        const label = await boss.post('/labels', { name: `${n} ${step}` })
        expect([label.status, label.body.name]).toEqual([201, `${n} ${step}`])
        made.push(label.body.id)
        const list = await boss.get('/labels')
        expect([list.status, Array.isArray(list.body)]).toEqual([200, true])
      } catch (error) {
        // Nobody listens for a moment, or a connection that was kept open is closed before it is used again.
        if (!['ConnectionRefused', 'ECONNREFUSED', 'ECONNRESET'].includes((error as { code?: string }).code ?? ''))
          throw error
        refused++
        await Bun.sleep(1)
      }
    }
  }
  const driving = Promise.all([1, 2, 3, 4].map(drive))
  try {
    for (let restart = 0; restart < 3; restart++) {
      const before = made.length
      while (made.length < before + 50) await Bun.sleep(1)
      expect((await server.stop()).code).toBe(0)
      server = await start()
    }
    const before = made.length
    while (made.length < before + 50) await Bun.sleep(1)
  } finally {
    stopped = true
    await driving
    await server[Symbol.asyncDispose]()
  }
  await using last = await start()
  const ids = new Set((await client(last.url, boss.token).get('/labels')).body.map(({ id }: { id: number }) => id))
  expect(made.filter((id) => !ids.has(id))).toEqual([])
  expect(refused).toBeGreaterThan(0)
}, 60_000)

test('a second signal ends the server at once', async () => {
  using folder = emptyFolder()
  await using server = await serveBinary([], { cwd: folder.path, env: admin })
  // A body that never ends keeps the server from stopping.
  const { hostname, port } = new URL(server.url)
  const socket = await Bun.connect({ hostname, port: Number(port), socket: { data() {} } })
  socket.write('POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{')
  await client(server.url).get('/me')
  const ended = server.stop()
  while (!server.output.includes('Stopping.')) await Bun.sleep(5)
  // One within half a second may be the same signal passed on by what started the program.
  await Bun.sleep(600)
  const start = performance.now()
  expect((await server.stop()).code).toBe(1)
  await ended
  expect(performance.now() - start).toBeLessThan(5_000)
  socket.end()
}, 30_000)
