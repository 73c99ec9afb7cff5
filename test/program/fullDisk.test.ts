import { expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFreeBytes } from '../../src/library/freeSpace.ts'
import { type ServerProcess, serveBinary } from '../support/binary.ts'
import { client } from '../support/client.ts'
import { createCliLibrary, logIn, secret } from '../support/cliLibrary.ts'
import { mayMount, mountTmpfs } from '../support/tmpfs.ts'

/** A library on a disk of a few megabytes, which another file can fill. */
const createSmallDisk = async () => {
  const library = await createCliLibrary()
  library.file.close()
  const disk = join(library.folder, 'disk')
  const mounted = mountTmpfs(disk, 6_000_000)
  const path = join(disk, 'library.db')
  Bun.spawnSync(['cp', library.path, path])
  const other = join(disk, 'other')
  return {
    path,
    serve: () => serveBinary(['--database', path], { cwd: library.folder }),
    run: library.run,
    /** Leaves not a byte. */
    fill: () => {
      writeFileSync(other, '')
      for (const size of ['4096', '1'])
        Bun.spawnSync(['dd', 'if=/dev/zero', `of=${other}`, 'oflag=append', 'conv=notrunc', `bs=${size}`])
      expect(readFreeBytes(path)).toBe(0)
    },
    makeRoom: () => rmSync(other),
    [Symbol.dispose]: () => {
      mounted[Symbol.dispose]()
      library[Symbol.dispose]()
    },
  }
}

/** Creates labels until one is rejected. */
const expectFull = async (admin: ReturnType<typeof client>) => {
  let status: number
  do ({ status } = await admin.post('/labels', { name: 'x'.repeat(100) }))
  while (status === 201)
  expect(status).toBe(507)
}

/** Another login of an account. */
const logInAgain = ({ url }: ServerProcess) =>
  client(url).post('/login', { email: 'ada@example.com', password: secret })

test.skipIf(!mayMount)(
  'with not a byte left on the disk, people log in and out and delete records, and nothing else is written',
  async () => {
    using disk = await createSmallDisk()
    await using server = await disk.serve()
    const admin = await logIn(server, 'admin@example.com')
    const { body: label } = await admin.post('/labels', { name: 'Columbia' })
    const { body: album } = await admin.post('/albums', { title: 'Kind of Blue', label_id: label.id })
    for (let n = 1; n <= 20; n++)
      await admin.post('/tracks', { title: `${n}`, file_path: `${n}.flac`, album_id: album.id })
    disk.fill()
    await expectFull(admin)
    await server.waitForOutput('Changes cannot be saved.')
    for (let n = 0; n < 100; n++) {
      const { status, body } = await logInAgain(server)
      expect(status).toBe(200)
      if (n % 2) expect((await client(server.url, body.token).post('/logout')).status).toBe(200)
    }
    expect((await admin.put(`/labels/${label.id}`, { name: 'Verve' })).status).toBe(507)
    expect((await admin.delete(`/labels/${label.id}`)).status).toBe(204)
    expect((await admin.delete(`/albums/${album.id}`)).status).toBe(204)
    const eve = { name: 'Eve', email: 'eve@example.com', password: secret, password_confirmation: secret }
    expect((await client(server.url).post('/register', eve)).status).toBe(507)
    expect((await admin.get('/tracks/1')).body.album).toBeNull()

    disk.makeRoom()
    expect((await admin.post('/labels', { name: 'Verve' })).status).toBe(201)
    // Neither the logins nor the deletions say that there is space again.
    await server.waitForOutput('Changes can be saved again.')
    expect((await server.stop()).out.match(/Changes can(?:not)? .*/g)).toEqual([
      expect.stringContaining('Changes cannot be saved.'),
      'Changes can be saved again.',
    ])
    const { out } = await disk.run(['audit', '--json', '--database', disk.path])
    const actions: string[] = JSON.parse(out).map(({ action }: { action: string }) => action)
    const count = (action: string) => actions.filter((other) => other === action).length
    expect(['login', 'logout', 'delete'].map(count)).toEqual([101, 50, 2])
  },
)

test.skipIf(!mayMount)('a server that was killed on a full disk starts, and people log in', async () => {
  using disk = await createSmallDisk()
  {
    await using server = await disk.serve()
    disk.fill()
    await expectFull(await logIn(server, 'admin@example.com'))
    await server.kill()
  }
  disk.fill()
  await using server = await disk.serve()
  expect((await logInAgain(server)).status).toBe(200)
})
