import { expect } from 'bun:test'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import drizzleConfig from '../../drizzle.config.ts'
import { migrations } from '../../migrations/index.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'
import { emptyFolder } from '../support/folder.ts'

const root = join(import.meta.dir, '../..')

test('drizzle-kit finds no difference between the schemas and the migrations', () => {
  using folder = emptyFolder()
  cpSync(join(root, 'migrations'), join(folder.path, 'migrations'), { recursive: true })
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    [
      join(root, 'node_modules/.bin/drizzle-kit'),
      'generate',
      '--dialect=sqlite',
      `--schema=${join(root, String(drizzleConfig.schema))}`,
      `--out=migrations`,
    ],
    { cwd: folder.path },
  )
  expect(`${stdout}${stderr}`).toContain('No schema changes')
  expect(exitCode).toBe(0)
})

test('the program contains every migration file unchanged, in the order of the journal', () => {
  const journal = JSON.parse(readFileSync(join(root, 'migrations/meta/_journal.json'), 'utf8'))
  const names = journal.entries.map(({ tag }: { tag: string }) => tag)
  expect(migrations.map(({ name }) => name)).toEqual(names)
  expect(readdirSync(join(root, 'migrations')).filter((name) => name.endsWith('.sql'))).toHaveLength(names.length)
  for (const { name, sql } of migrations) expect(sql).toBe(readFileSync(join(root, `migrations/${name}.sql`), 'utf8'))
})

test('the library is in WAL mode, in which readers and the writer do not wait for each other', async (database) => {
  // https://sqlite.org/fileformat.html: byte 18 is the write version, 2 for a WAL.
  expect(readFileSync(database.path)[18]).toBe(2)
})

test('a commit ends when it is on the disk, so that a loss of power undoes no acknowledged write', async (database) => {
  // https://sqlite.org/pragma.html#pragma_synchronous: 2 is FULL. With 1, the last commits may be lost.
  const read = database.write((tx) => tx.db.select({ level: sql`synchronous` }).from(sql`pragma_synchronous`))
  expect(await read).toEqual([{ level: 2 }])
})
