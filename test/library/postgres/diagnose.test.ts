import { expect } from 'bun:test'
import { join } from 'node:path'
import { labels } from '../../../src/library/catalogueSchema.ts'
import { openLibrary } from '../../../src/library/open.ts'
import { backUpPostgresInto } from '../../../src/library/postgres/backup.ts'
import { diagnosePostgres } from '../../../src/library/postgres/diagnose.ts'
import { restoreToPostgres } from '../../../src/library/postgres/restore.ts'
import { createLabel } from '../../support/catalogueStore.ts'
import { createFolder, fixtureTest } from '../../support/fixtureTest.ts'
import { emptyFolder } from '../../support/folder.ts'
import { createFullLibrary } from '../../support/fullLibrary.ts'
import { inLongForm } from '../../support/longForm.ts'
import { postgresTest } from '../../support/programs.ts'
import { openSql } from '../../support/sql.ts'
import { createTestDatabase, sharedPostgres } from '../../support/testDatabase.ts'

/** Creates the database that each of them is copied from: with a library that has rows in every table. */
const createTemplate = async () => {
  using folder = createFolder()
  const postgres = await sharedPostgres()
  const name = await postgres.createDatabase()
  await createFullLibrary(folder.path)
  await restoreToPostgres(folder.path, postgres.url(name))
  return name
}

let template: ReturnType<typeof createTemplate> | undefined

const createDatabase = async () => {
  template ??= createTemplate()
  const { url, [Symbol.asyncDispose]: drop } = await createTestDatabase(await template)
  const connection = openSql(url)
  const dispose = async () => {
    await connection[Symbol.asyncDispose]()
    await drop()
  }
  return { url, connection, [Symbol.asyncDispose]: dispose }
}

const test = fixtureTest(createDatabase, postgresTest)

/** The findings that are not good, by their names. */
const problemsOf = async (url: string, folder?: string) => {
  const { findings } = await diagnosePostgres(url, folder)
  const problems = findings.filter(({ state }) => state !== 'good')
  return Object.fromEntries(problems.map(({ what, state, says }) => [what, `${state}: ${says}`]))
}

/** One server has no standby, and nobody has named a folder for backups. */
const usual = { standbys: expect.stringMatching(/^note: none/), backup: expect.stringMatching(/^note: backup-dir/) }

test('a restored library is sound, and the check leaves nothing behind', async ({ url, connection }) => {
  const selectState = 'SELECT (SELECT count(*) FROM pg_namespace) AS schemas, (SELECT count(*) FROM pg_class) AS tables'
  const before = await connection.query(selectState)
  const { name, findings } = await diagnosePostgres(url, undefined)
  expect(name).toStartWith('postgres://127.0.0.1')
  expect(findings.map(({ what, state }) => `${state} ${what}`)).toEqual([
    'good database',
    'good server',
    'good schema',
    'good tables',
    'good triggers',
    'good references',
    'good names',
    'good ids',
    'good admins',
    'good audit',
    'good undo',
    'good clock',
    'good writes',
    'good connections',
    'note standbys',
    'note backup',
    'good temporary',
  ])
  expect(await connection.query(selectState)).toEqual(before)
})

const foreignKey = 'CONSTRAINT likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE'

/** Only a superuser can do that. The constraint is still there. */
const disableForeignKey = `DO $$
BEGIN
  EXECUTE (SELECT format('ALTER TABLE tokens DISABLE TRIGGER %I', tgname) FROM pg_trigger
    WHERE tgrelid = 'tokens'::regclass AND tgisinternal LIMIT 1);
END
$$`

test('each thing that another program has broken is found', async ({ url, connection }) => {
  const changes = [
    ['ALTER TABLE tracks DISABLE TRIGGER report_update', 'triggers', /report_update on tracks/],
    ['DROP TRIGGER report_delete ON labels', 'triggers', /report_delete on labels/],
    [
      'CREATE OR REPLACE FUNCTION last_id(table_name text) RETURNS bigint LANGUAGE sql AS $$ SELECT 0::bigint $$',
      'triggers',
      /last_id\(\)/,
    ],
    ['DROP INDEX tracks_album', 'tables', /index tracks_album/],
    ['ALTER TABLE albums DROP CONSTRAINT albums_type', 'tables', /albums_type on albums/],
    [disableForeignKey, 'tables', /tokens_user_id_fkey on tokens/],
    ['ALTER TABLE likes DROP CONSTRAINT likes_user_id_fkey', 'tables', /likes_user_id_fkey on likes/],
    ['ALTER TABLE users ALTER COLUMN email DROP NOT NULL', 'tables', /users\.email/],
    ['UPDATE likes SET user_id = 999 WHERE id = 1', 'references', /1 of likes\.user_id/],
    [`ALTER TABLE likes ADD ${foreignKey} NOT VALID`, 'tables', /likes_user_id_fkey on likes/],
    ["UPDATE folded_names SET folded = 'x' WHERE resource = 'tracks' AND id = 1", 'names', /1 folded names/],
    ["SELECT setval('genres_id_seq', 1)", 'ids', /setval\('genres_id_seq', 1\d\d\)/],
  ] as const
  for (const [statement] of changes) await connection.query(statement)
  const problems = await problemsOf(url)
  const found = Object.fromEntries(changes.map(([, what]) => [what, expect.stringMatching(/^wrong/)]))
  expect(problems).toEqual({ ...usual, ...found })
  for (const [, what, says] of changes) expect(problems[what]).toMatch(says)
})

// The bound of the check is ten seconds.
inLongForm(postgresTest)('a transaction that keeps others from writing is found', async () => {
  await using database = await createDatabase()
  const { url, connection } = database
  await connection.query('BEGIN')
  await connection.query('DELETE FROM likes')
  await Bun.sleep(10_500)
  expect(await problemsOf(url)).toMatchObject({
    writes: expect.stringMatching(
      /^wrong: Process \d+ .* has kept all others from writing for 1\d seconds, and does nothing/,
    ),
  })
  await connection.query('ROLLBACK')
})

test('a node has at most 16 connections, however much it reads and writes at once', async ({ url, connection }) => {
  const library = await openLibrary(url)
  const work = Array.from({ length: 50 }, (_, n) => [
    library.read.select().from(labels),
    library.snapshot(async (read) => read.select().from(labels)),
    library.write(async (tx) => createLabel(tx, `${n}`)),
  ])
  await Promise.all(work.flat())
  const [row] = await connection.query(
    "SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'music-library'",
  )
  expect(Number(row?.count)).toBeGreaterThan(10)
  expect(Number(row?.count)).toBeLessThanOrEqual(16)
  await library.close()
})

postgresTest('a server that is away, and a database without a library, are wrong', async () => {
  await using database = await createTestDatabase()
  expect(await problemsOf(database.url)).toMatchObject({
    schema: expect.stringContaining('wrong: There is no library at'),
  })
  const { findings } = await diagnosePostgres('postgres://music@127.0.0.1:1/music', undefined)
  expect(findings).toEqual([{ what: 'database', state: 'wrong', says: expect.stringContaining('127.0.0.1:1') }])
})

postgresTest('the newest backup is found, and a folder that is missing is wrong', async () => {
  using folder = emptyFolder()
  await using database = await createTestDatabase()
  await (await openLibrary(database.url)).close()
  await backUpPostgresInto(database.url, folder.path)
  const findBackup = async (path: string) => {
    const { findings } = await diagnosePostgres(database.url, path)
    return findings.find(({ what }) => what === 'backup')
  }
  expect(await findBackup(folder.path)).toMatchObject({
    state: 'good',
    says: expect.stringContaining('less than a day'),
  })
  expect(await findBackup(join(folder.path, 'missing'))).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('There is no folder'),
  })
})

test('a clock that is ahead of all that the library knows is named', async ({ url, connection }) => {
  await connection.query("UPDATE cleanup_clock SET instant = '2020-01-02T03:04:05.678901Z'")
  await connection.query("UPDATE audit SET created_at = '2020-01-02T03:04:05.678901Z'")
  expect(await problemsOf(url)).toEqual({
    ...usual,
    clock: expect.stringMatching(
      /^note: The clock of this machine is \d{4} days ahead of the newest entry of the audit trail and the last cleanup\. If it is wrong, set it: /,
    ),
  })
})
