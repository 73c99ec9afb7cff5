import { expect } from 'bun:test'
import { type Connection, postgresLibraryTest as test } from './emptyLibraries.ts'

const stamps = "'2026-01-02T03:04:05.678901Z', '2026-01-02T03:04:05.678901Z'"

const insertLabels = async ({ run }: Connection, ...ids: (number | null)[]) => {
  const rows = ids.map((id) => `(${id}::bigint, 'x', ${stamps})`)
  const inserted = await run(
    `INSERT INTO labels (id, name, created_at, updated_at) VALUES ${rows.join(', ')} RETURNING id`,
  )
  return inserted.map(({ id }) => id)
}

const readLastId = async ({ run }: Connection, table: string) => (await run(`SELECT last_id('${table}') AS id`))[0]?.id

test('a record without an id gets the next one, and no id is used twice', async (library) => {
  expect(await readLastId(library, 'labels')).toBe(0)
  expect(await insertLabels(library, null, null)).toEqual([1, 2])
  await library.run('DELETE FROM labels')
  expect(await insertLabels(library, null)).toEqual([3])
  expect(await readLastId(library, 'labels')).toBe(3)
  expect(await readLastId(library, 'roles')).toBe(2)
})

test('ids are kept when the insert replaces records, and when it is rolled back', async (library) => {
  await library.run(`INSERT INTO labels (id, name, created_at, updated_at) VALUES (1, 'x', ${stamps}), (30, 'y', ${stamps})
    ON CONFLICT (id) DO UPDATE SET name = excluded.name`)
  await library.run('BEGIN')
  await insertLabels(library, 40, 50)
  await library.run('ROLLBACK')
  const [id] = await insertLabels(library, null)
  expect(Number(id)).toBeGreaterThan(30)
})

test('every table with an id has a sequence', async (library) => {
  const tables = await library.run(`SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'id' AND table_name NOT IN ('nodes', 'changed', 'folded_names')`)
  expect(tables.length).toBeGreaterThan(10)
  // The rows of the migrations.
  const filled: Record<string, number> = { roles: 2, audit_gap: 1 }
  for (const { name } of tables) expect(await readLastId(library, String(name))).toBe(filled[String(name)] ?? 0)
})
