import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ServerProcess } from '../support/binary.ts'
import { createCliLibrary, createLargeCliLibrary, logIn } from '../support/cliLibrary.ts'
import { sendToConsole } from '../support/consoleApi.ts'

// The file of a library is deleted or replaced while it is served, or a backup is copied to the place of one with a WAL.

const replaced = 'The file of the library was deleted or replaced.'

/** A server with one label, and a backup from before it. */
const startServer = async () => {
  const library = await createCliLibrary()
  library.file.close()
  const backup = join(library.folder, 'backup.db')
  await library.run(`backup ${backup}`)
  const stopped = join(library.folder, 'stopped.db')
  copyFileSync(library.path, stopped)
  const server = await library.serve('--log-format', 'text')
  const admin = await logIn(server, 'admin@example.com')
  expect((await admin.post('/labels', { name: 'Confirmed' })).status).toBe(201)
  // Opens the connection that reads lists: there is no further one to another file.
  await admin.get('/labels')
  return {
    ...library,
    backup,
    stopped,
    server,
    admin,
    filesLike: (pattern: RegExp) => readdirSync(dirname(library.path)).filter((name) => pattern.test(name)),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      library[Symbol.dispose]()
    },
  }
}

type Served = Awaited<ReturnType<typeof startServer>>

const readReadiness = async ({ url }: ServerProcess) => (await fetch(url.replace(/\/api$/, '/readyz'))).json()

const labelsOf = async (library: { run: Awaited<ReturnType<typeof createCliLibrary>>['run'] }, path: string) => {
  const { out } = await library.run(['export', '--database', path])
  return JSON.parse(out).labels.map(({ name }: { name: string }) => name)
}

test.each([
  ['deleted', ({ path }: { path: string }) => rmSync(path)],
  ['without its WAL', ({ path }: { path: string }) => [rmSync(`${path}-wal`), rmSync(`${path}-shm`)]],
])('a library whose file is %s while it is served confirms no write, and saves what it held', async (_, replace) => {
  await using served = await startServer()
  const { server, admin, path, filesLike } = served
  replace(served)
  const { status, body } = await admin.post('/labels', { name: 'Lost' })
  expect([status, body]).toEqual([503, { message: `${replaced} Nothing was changed.` }])
  await server.waitForOutput('All of it is saved in')
  expect(await readReadiness(server)).toEqual({ status: 'not ready', message: replaced })
  // Reads go on with what the server has open.
  expect((await admin.get('/labels')).body).toMatchObject([{ name: 'Confirmed' }])
  const [saved = ''] = filesLike(/\.saved-[^.]*$/)
  expect(filesLike(/\.saved-/)).toEqual([saved])
  const { code, out } = await server.stop()
  expect(code).toBe(0)
  expect(out.split('\n').filter((line) => line.includes('ERROR'))).toEqual([
    expect.stringContaining('All of it is saved in'),
  ])
  expect(await labelsOf(served, join(dirname(path), saved))).toEqual(['Confirmed'])
  expect(existsSync(`${path}-wal`)).toBe(false)
})

test('a file that takes the place of a served library is not damaged by the stop of the server', async () => {
  await using served = await startServer()
  const { server, path, backup } = served
  copyFileSync(backup, `${path}.new`)
  renameSync(`${path}.new`, path)
  expect((await server.stop()).code).toBe(0)
  expect(existsSync(`${path}-wal`)).toBe(false)
  expect(await labelsOf(served, path)).toEqual([])
  expect((await served.run('doctor')).out).toContain('every page and every reference is sound')
})

test('a library that was moved away while it was served is complete', async () => {
  await using served = await startServer()
  const { server, path } = served
  const moved = join(served.folder, 'moved.db')
  renameSync(path, moved)
  await server.waitForOutput('All of it is saved in')
  await server.stop()
  expect(await labelsOf(served, moved)).toEqual(['Confirmed'])
})

test('a backup that is copied over a served library is left as it is, and the log names the newest backup', async () => {
  await using served = await startServer()
  const { server, admin, path, backup, run } = served
  await run('backup')
  writeFileSync(path, readFileSync(backup))
  const problem = 'The file of the library was changed by another program.'
  const { status, body } = await admin.post('/labels', { name: 'Lost' })
  expect([status, body]).toEqual([503, { message: `${problem} Nothing was changed.` }])
  expect(await readReadiness(server)).toEqual({ status: 'not ready', message: problem })
  const { code, out } = await server.stop()
  expect(code).toBe(0)
  const [line = '', ...others] = out.split('\n').filter((text) => text.includes('ERROR'))
  expect(others).toEqual([])
  expect(line).toMatch(
    / since \d{4}-.+ may be lost\. The newest one is from .+: stop the server, put it back with music-library restore /,
  )
  expect(line).toMatch(/ The last \d+ pages that were written are in .+\.replaced-.+-wal\./)
  expect(await labelsOf(served, path)).toEqual([])
  expect((await run('doctor')).out).toContain('every page and every reference is sound')
})

test('a new time of the file is a warning', async () => {
  await using served = await startServer()
  const { server, admin, path } = served
  utimesSync(path, new Date(), new Date(1_000))
  expect((await admin.post('/labels', { name: 'Next' })).status).toBe(201)
  await server.waitForOutput('WARNING Another program has changed the time of the file')
  utimesSync(path, new Date(), new Date(2_000))
  expect((await admin.post('/labels', { name: 'Last' })).status).toBe(201)
  expect(await readReadiness(server)).toMatchObject({ status: 'ready' })
  expect((await server.stop()).out.match(/Another program/g)).toHaveLength(1)
  expect(await labelsOf(served, path)).toEqual(['Confirmed', 'Last', 'Next'])
})

test('damage that a backup finds ends writes, as other damage does', async () => {
  using library = await createLargeCliLibrary()
  await using server = await library.serve()
  const admin = await logIn(server, 'admin@example.com')
  // Larger files are not checked as a whole while they are served, and these pages are not among those that are compared.
  const pages = statSync(library.path).size / 4_096
  const file = openSync(library.path, 'r+')
  for (let part = 4; part < 28; part++)
    writeSync(file, Buffer.alloc(4_096), 0, 4_096, Math.round(((part + 0.5) * (pages - 1)) / 31) * 4_096)
  closeSync(file)
  const { status, body } = await sendToConsole(admin, 'POST', '/backups')
  expect([status, body.message]).toEqual([503, expect.stringContaining('is damaged')])
  const problem = 'The file of the library is damaged. Stop the server, and restore a backup.'
  expect(await readReadiness(server)).toEqual({ status: 'not ready', message: problem })
  const rejected = await admin.post('/labels', { name: 'Lost' })
  expect([rejected.status, rejected.body]).toEqual([503, { message: `${problem} Nothing was changed.` }])
})

test('a WAL that is older than its library is refused, with how to move it away', async () => {
  await using served = await startServer()
  const { server, path, backup, run } = served
  await server.kill()
  rmSync(path)
  copyFileSync(backup, path)
  for (const command of ['serve --port 0', 'seed --sample', 'export', 'doctor']) {
    const { code, out, err } = await run(command)
    expect([command, code]).toEqual([command, 1])
    expect(out + err).toContain(`${path}-wal belongs to another file: it is older than ${path}`)
  }
  const [, from = '', to = ''] = /mv (\S+) (\S+)\n/.exec((await run('export')).err) ?? []
  expect(basename(from)).toBe('music-library.db-wal')
  renameSync(from, to)
  expect(await labelsOf(served, path)).toEqual([])
  expect((await run('doctor')).out).toContain(to)
})

const readFiles = (path: string) => [path, `${path}-wal`].map((file) => Bun.hash(readFileSync(file)))

test.each([
  ['a backup', ({ backup }: Served) => backup],
  // In WAL mode, as the library.
  ['a copy of the stopped library', ({ stopped }: Served) => stopped],
])('the WAL beside a library that %s was copied over is refused, and nothing is changed', async (_, copyOf) => {
  await using served = await startServer()
  const { server, path, run, folder } = served
  await run('seed --sample 300 --yes')
  // From here on the WAL has only what comes now, and the copy lacks what is between them.
  using other = new Sqlite(path)
  other.run('PRAGMA wal_checkpoint(TRUNCATE)')
  other.close()
  await run('seed --sample 500 --yes')
  await server.kill()
  writeFileSync(path, readFileSync(copyOf(served)))
  const before = readFiles(path)
  const copies = [`backup ${join(folder, 'second.db')}`, `serve --port 0 --database :memory: --copy-of ${path}`]
  for (const command of ['doctor', 'seed --sample', ...copies]) {
    const { code, out, err } = await run(command)
    expect([command, code]).toEqual([command, 1])
    expect(out + err).toContain(`${path}-wal belongs to another file: it would damage ${path}`)
    expect(readFiles(path)).toEqual(before)
  }
  const [, replacedPath = ''] = /kept as (\S+)/.exec((await run(`restore ${served.backup}`)).out) ?? []
  expect(readFiles(replacedPath)).toEqual(before)
  expect(await labelsOf(served, path)).toEqual([])
})

test('commands that only read leave a library and the WAL of a killed server as they are', async () => {
  await using served = await startServer()
  const { server, path, run, folder } = served
  await server.kill()
  // As a checkpoint after the last write does: now the time of the file says nothing about the WAL.
  chmodSync(path, 0o600)
  const before = readFiles(path)
  for (const command of ['doctor', `backup ${join(folder, 'second.db')}`]) {
    const { code, out } = await run(command)
    expect([command, code, out.includes('WRONG')]).toEqual([command, 0, false])
    expect(readFiles(path)).toEqual(before)
  }
  expect(await labelsOf(served, join(folder, 'second.db'))).toEqual(['Confirmed'])
  expect(await labelsOf(served, path)).toEqual(['Confirmed'])
})

test('a folder that is copied as a whole has a WAL of its own', async () => {
  await using served = await startServer()
  await served.server.kill()
  const copy = join(served.folder, 'copy')
  // The WAL comes first, as from some archives, and the files keep their times.
  for (const suffix of ['-wal', '']) {
    Bun.spawnSync(['mkdir', '-p', copy])
    Bun.spawnSync(['cp', '-p', served.path + suffix, join(copy, `library.db${suffix}`)])
    await Bun.sleep(5)
  }
  expect(await labelsOf(served, join(copy, 'library.db'))).toEqual(['Confirmed'])
})
