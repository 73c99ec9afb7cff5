import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { startMusicLibrary } from '../src/index.ts'
import { runBinary, serveBinary } from './support/binary.ts'
import { client } from './support/client.ts'
import { rejection } from './support/database.ts'
import { emptyFolder } from './support/folder.ts'

test('an embedded library has its admin and catalogue, and the admin logs in', async () => {
  const password = 'correct horse'
  await using library = await startMusicLibrary({
    catalogue: 'sample',
    admin: { email: ' admin@example.com ', password },
  })
  expect((await client(library.url).get('/labels')).status).toBe(401)
  const { status, body } = await client(library.url).post('/login', { email: 'admin@example.com', password })
  expect([status, body.user.email, body.user.role.name]).toEqual([200, 'admin@example.com', 'admin'])
  expect((await client(library.url, body.token).get('/albums')).body).toHaveLength(22)
})

test('an embedded library rejects an invalid admin', async () => {
  await expect(startMusicLibrary({ admin: { email: 'nobody', password: 'correct horse' } })).rejects.toMatchObject({
    name: 'ValidationError',
  })
})

test('one library is served once: embedded in one process, or by serve', async () => {
  using folder = emptyFolder()
  const database = join(folder.path, 'library.db')
  const message = `${database} is served already. Stop that server first.`
  {
    await using library = await startMusicLibrary({ database, catalogue: 'sample' })
    expect(await rejection(startMusicLibrary({ database }))).toMatchObject({ name: 'OperationalError', message })
    // The refused one has not released the lock.
    const { code, err } = await runBinary(['serve', '--port', '0', '--database', database], { cwd: folder.path })
    expect([code, err]).toEqual([1, `music-library: ${message}\n`])
    // Other commands work beside it.
    expect((await runBinary(['seed', '--sample', '--database', database], { cwd: folder.path })).code).toBe(0)
    expect((await client(library.url).get('/labels')).status).toBe(401)
  }
  await using server = await serveBinary(['--database', database], { cwd: folder.path })
  expect(String(await rejection(startMusicLibrary({ database })))).toContain(message)
  await server.stop()
  await (await startMusicLibrary({ database })).stop()
})
