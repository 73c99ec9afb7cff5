import { expect } from 'bun:test'
import { createChangeTriggers } from '../../../scripts/postgres/changeTriggers.ts'
import { trackedTables } from '../../../src/app/app.ts'
import { createRandom } from '../../../src/base/random.ts'
import type { Change } from '../../../src/library/changes.ts'
import { captureChanges } from '../../../src/library/file/changeCapture.ts'
import { libraryTables } from '../../../src/library/libraryTables.ts'
import { maxMs } from '../../support/bounds.ts'
import { amount } from '../../support/longForm.ts'
import { type Connection, createSqliteLibrary, openConnection, postgresLibraryTest as test } from './emptyLibraries.ts'
import { createWrites, initialWrites } from './randomWrites.ts'

const stamps = "'2026-01-02T03:04:05.678901Z', '2026-01-02T03:04:05.678901Z'"
const seed = 202622

/** Inserts labels with ids from `first` to `last`. */
const insertLabels = (first: number, last: number) =>
  `INSERT INTO labels (id, name, created_at, updated_at) SELECT n, 'x', ${stamps} FROM generate_series(${first}, ${last}) AS n;`

const readLast = async ({ run }: Connection) => Number((await run('SELECT max(id) AS id FROM changed'))[0]?.id)

const readSince = async ({ run }: Connection, last: number): Promise<Change[]> => {
  const rows = await run(`SELECT kind, is_new, record FROM changed WHERE id > ${last} ORDER BY id`)
  return rows.map(({ kind, is_new, record }) => ({ kind: String(kind), isNew: is_new === 1, id: Number(record) }))
}

/** Each change once, as a text. */
const toSet = (changes: Change[]) => [...new Set(changes.map((change) => JSON.stringify(change)))].sort()

/** Runs a statement that may violate a constraint. @returns whether it was carried out */
const succeeds = async (run: () => unknown): Promise<boolean> => {
  try {
    await run()
    return true
  } catch {
    return false
  }
}

const selectTriggers = `SELECT pg_get_triggerdef(pg_trigger.oid) AS trigger, prosrc AS body
  FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid WHERE proname LIKE 'report%' ORDER BY 1`

test('the migrations have the triggers of the tracked tables', async (library) => {
  const triggers = await library.run(selectTriggers)
  // If this fails, a migration has to replace the triggers of a table: `bun scripts/changeTriggers.ts TABLE` prints them.
  await library.run('DROP FUNCTION report_changes_of_tracks CASCADE')
  await library.run(createChangeTriggers(libraryTables, trackedTables))
  expect(triggers).toEqual(await library.run(selectTriggers))
  expect(triggers.length).toBeGreaterThan(40)
})

test('random writes are reported as by the change capture of a file, and folded as there', async (library) => {
  using file = createSqliteLibrary()
  const takeChanges = captureChanges(file, trackedTables)
  const random = createRandom(seed)
  const kinds = new Set<string>()
  for (let transaction = 0; transaction < amount(80, 150); transaction++) {
    const last = await readLast(library)
    await library.run('BEGIN')
    file.run('BEGIN')
    const statements = transaction === 0 ? initialWrites : createWrites(random)
    for (const statement of statements) {
      const inFile = await succeeds(() => file.run(statement))
      await library.run('SAVEPOINT statement')
      const inLibrary = await succeeds(() => library.run(statement))
      if (!inLibrary) await library.run('ROLLBACK TO SAVEPOINT statement')
      expect({ statement, carriedOut: inLibrary }).toEqual({ statement, carriedOut: inFile })
    }
    const expected = takeChanges()
    file.run('COMMIT')
    await library.run('COMMIT')
    expect({ statements, changes: toSet(await readSince(library, last)) }).toEqual({
      statements,
      changes: toSet(expected),
    })
    for (const { kind } of expected) kinds.add(kind)
  }
  // Triggers write the folded names, too.
  const folded = 'SELECT resource, id, folded FROM folded_names ORDER BY resource, id'
  expect(await library.run(folded)).toEqual(file.query(folded).all() as Record<string, unknown>[])
  // Without these the test would compare nothing.
  expect([...kinds].sort()).toEqual([
    'albums',
    'albums.children',
    'artists',
    'artists.children',
    'genres',
    'labels',
    'likes',
    'roles',
    'tokens',
    'tracks',
    'users',
  ])
})

const tooMany: Change = { kind: 'untracked', isNew: false, id: 0 }

test('a transaction reports 5,000 changes, and of more only that there are more', async (library) => {
  const last = await readLast(library)
  await library.run(insertLabels(1, 5_000))
  const reported = await readSince(library, last)
  expect(reported).toHaveLength(5_000)
  expect(reported).not.toContainEqual(tooMany)

  await library.run(
    `BEGIN; ${insertLabels(5_001, 10_000)} DELETE FROM labels WHERE id = 1; DELETE FROM labels WHERE id = 2; COMMIT`,
  )
  expect((await readSince(library, last)).slice(10_000)).toEqual([tooMany])
  await library.run(insertLabels(10_001, 20_000))
  // Each transaction counts anew.
  await library.run('DELETE FROM labels WHERE id = 3')
  expect((await readSince(library, last)).slice(10_001)).toEqual([tooMany, { kind: 'labels', isNew: false, id: 3 }])
})

test('what is rolled back does not count', async (library) => {
  const last = await readLast(library)
  await library.run(`BEGIN; ${insertLabels(1, 3_000)}
  SAVEPOINT a; ${insertLabels(3_001, 6_000)} ROLLBACK TO SAVEPOINT a;
  ${insertLabels(3_001, 5_000)} COMMIT`)
  const reported = await readSince(library, last)
  expect(reported).toHaveLength(5_000)
  expect(reported).not.toContainEqual(tooMany)
  await library.run(`BEGIN; ${insertLabels(5_001, 10_001)} ROLLBACK`)
  await library.run('DELETE FROM labels WHERE id = 1')
  expect((await readSince(library, last)).slice(5_000)).toEqual([{ kind: 'labels', isNew: false, id: 1 }])
})

test('a truncated table makes everything invalid', async (library) => {
  await library.run(insertLabels(1, 3))
  const last = await readLast(library)
  await library.run('TRUNCATE genre_track')
  expect(await readSince(library, last)).toEqual([tooMany])
})

test('changes of a table that is in no list are reported as untracked', async (library) => {
  await library.run(`CREATE TABLE other (id bigint); ${createChangeTriggers(['other'], [])}`)
  let last = await readLast(library)
  for (const statement of [
    'INSERT INTO other VALUES (1), (2)',
    'UPDATE other SET id = 3 WHERE id = 2',
    'DELETE FROM other',
    'TRUNCATE other',
  ]) {
    await library.run(statement)
    expect(await readSince(library, last)).toEqual([tooMany])
    last = await readLast(library)
    await library.run('DELETE FROM other WHERE false')
    expect(await readSince(library, last)).toEqual([])
  }
})

test('transactions of other programs write one after another, so that ids are in the order of commits', async (library) => {
  await using other = openConnection(library.url)
  await library.run(`BEGIN; ${insertLabels(1, 1)}`)
  const last = await readLast(library)
  const waiting = other.run(`INSERT INTO genres (id, name, created_at, updated_at) VALUES (7, 'x', ${stamps})`)
  const deadline = Date.now() + maxMs(10_000)
  const waits = `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`
  while ((await library.run(waits)).length === 0) {
    if (Date.now() > deadline) throw new Error('The other transaction does not wait.')
  }
  await library.run(`${insertLabels(2, 2)} COMMIT`)
  await waiting
  expect(await readSince(library, last)).toEqual([
    { kind: 'labels', isNew: true, id: 2 },
    { kind: 'genres', isNew: true, id: 7 },
  ])
})
