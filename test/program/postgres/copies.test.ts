import { expect } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runBinary, serveBinary } from '../../support/binary.ts'
import { client } from '../../support/client.ts'
import { type Command, failure, wordsOf } from '../../support/cliFolder.ts'
import { runCommand } from '../../support/commandRun.ts'
import { emptyFolder } from '../../support/folder.ts'
import { adaPassword, adaToken, createFullLibrary } from '../../support/fullLibrary.ts'
import { postgresTest } from '../../support/programs.ts'
import { openSql } from '../../support/sql.ts'
import { createTestDatabase } from '../../support/testDatabase.ts'

/** A folder with the library `library.db`, and an empty database. */
const createPlaces = async () => {
  const folder = emptyFolder()
  const database = await createTestDatabase()
  await createFullLibrary(join(folder.path, 'library.db'))
  return {
    folder: folder.path,
    url: database.url,
    /** Runs a command. Its library is the database by default. */
    run: (command: Command, env: Record<string, string> = {}) =>
      runCommand(wordsOf(command), { cwd: folder.path, env: { DATABASE_URL: database.url, ...env } }),
    [Symbol.asyncDispose]: async () => {
      await database[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

/** Logs in, and uses the token of before the copy. */
const requireAccount = async (url: string) => {
  const session = await client(url).post('/login', { email: 'ada@example.com', password: adaPassword })
  expect(session.status).toBe(200)
  expect((await client(url, adaToken).get('/me')).body.email).toBe('ada@example.com')
}

postgresTest('with the executable, a library moves to PostgreSQL and back, with its accounts and tokens', async () => {
  await using places = await createPlaces()
  const { folder, url } = places
  const env = { DATABASE_URL: url }
  const name = url.replace('music@', '')
  expect(await runBinary(['restore', 'library.db'], { cwd: folder, env })).toMatchObject({
    code: 0,
    out: expect.stringContaining(`Restored ${name} from library.db: 346 tracks, 119 users.`),
    err: '',
  })
  {
    await using server = await serveBinary([], { cwd: folder, env })
    await requireAccount(server.url)
    const { code, out } = await runBinary(['backup', 'copy.db'], { cwd: folder, env })
    expect([code, out]).toEqual([0, expect.stringContaining('copy.db: 136 labels')])
  }
  expect(statSync(join(folder, 'copy.db')).mode & 0o777).toBe(0o600)
  await using server = await serveBinary(['--database', 'copy.db'], { cwd: folder })
  await requireAccount(server.url)
})

postgresTest(
  'a library is restored into a database whose nodes have started without an admin, and so is its backup',
  async () => {
    await using places = await createPlaces()
    const { folder, url, run } = places
    const env = { DATABASE_URL: url }
    {
      await using server = await serveBinary([], { cwd: folder, env })
      await server.waitForOutput('/setup#')
      // The setup code is in this backup.
      expect(await run('backup empty.db')).toMatchObject({ code: 0, err: '' })
      expect(await run('doctor')).toMatchObject({ code: 0, err: '' })
    }
    expect(await run('restore empty.db')).toMatchObject({ code: 0, err: '' })
    expect(await run('doctor --database empty.db')).toMatchObject({ code: 0, err: '' })
    expect(await run('restore library.db')).toMatchObject({ code: 0, err: '' })
    await using server = await serveBinary([], { cwd: folder, env })
    await requireAccount(server.url)
    await using connection = openSql(url)
    expect(await connection.query('SELECT * FROM setup_codes')).toEqual([])
  },
)

postgresTest('doctor, backup and restore say what is wrong, and never print a password', async () => {
  await using places = await createPlaces()
  const { folder, url, run } = places
  const swapped = await run('restore postgres://music:secret@localhost/music')
  expect([swapped.code, swapped.err]).toEqual([2, expect.not.stringContaining('secret')])
  expect(await run('backup copy.db')).toMatchObject({ code: 1, err: expect.stringContaining('There is no library at') })
  expect((await run('restore library.db')).code).toBe(0)
  expect(await run('backup')).toEqual(
    failure('A library on PostgreSQL has no folder for backups. Name a file, or a folder with --backup-dir.', 2),
  )
  expect(await run('backup copy.db')).toMatchObject({ code: 0 })
  expect(await run('backup copy.db')).toMatchObject({ code: 2, err: expect.stringContaining('exists already') })
  expect(await run('backup --backup-dir . --keep 1')).toMatchObject({ code: 0, err: '' })
  expect(readdirSync(folder).filter((name) => name.includes('.every-'))).toHaveLength(1)
  expect(await run('restore copy.db')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Create a new database'),
  })
  expect(await run('doctor --backup-dir .')).toMatchObject({ code: 0, err: '' })

  await using connection = openSql(url)
  await connection.query('ALTER TABLE tracks DISABLE TRIGGER report_insert')
  const broken = await run('doctor --json')
  expect([broken.code, JSON.parse(broken.out).ok]).toEqual([1, false])
  expect(broken.err).toContain('1 thing is wrong with postgres://127.0.0.1')
})
