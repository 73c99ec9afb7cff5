import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { resourceNames } from '../../src/catalogue/resources.ts'
import { type Change, untracked } from '../../src/library/changes.ts'
import { openLibrary } from '../../src/library/open.ts'
import type { Client } from '../support/client.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { newDatabase } from '../support/database.ts'
import { createOldLibrary } from '../support/fixtures.ts'
import { fold, foldCharacter, foldedCharacters } from '../support/fold.ts'
import { emptyFolder } from '../support/folder.ts'
import { password, startTestLibrary } from '../support/library.ts'
import { everyNth } from '../support/longForm.ts'
import { compareSearch } from '../support/search.ts'

// The folded names must be right, whichever way the records have been written.

const instant = '2026-01-02T03:04:05.678901Z'

/** Compares searches in all resources with the whole lists. */
const compareAll = async (admin: Client) => {
  for (const name of [...resourceNames, 'users'] as const) {
    const sort = name === 'albums' || name === 'tracks' ? 'title' : 'name'
    for (const q of everyNth(['so', 'a', 'bjork', 's', 'n'], 5)) await compareSearch(admin, name, { q, sort })
    await compareSearch(admin, name, { sort: `-${sort}` })
  }
}

/** Checks that exactly the titles of tracks are folded. */
const checkTitles = (file: string) => {
  using db = new Sqlite(file)
  const found = db.query("SELECT id, folded FROM folded_names WHERE resource = 'tracks' ORDER BY id").all()
  const titles = db.query<{ id: number; title: string }, []>('SELECT id, title FROM tracks ORDER BY id').all()
  expect(found).toEqual(titles.map(({ id, title }) => ({ id, folded: fold(title) })))
}

test('the library folds exactly the characters that have another folded form', async () => {
  await using database = await newDatabase()
  using db = new Sqlite(database.path)
  const letters = db.query<{ letter: string; folded: string }, []>('SELECT * FROM folded_letters').all()
  const found = Object.fromEntries(letters.map(({ letter, folded }) => [letter, folded]))
  expect(found).toEqual(Object.fromEntries(foldedCharacters.map((letter) => [letter, foldCharacter(letter)])))
})

test('the names of a library of an older schema are folded by its upgrade', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  createOldLibrary(5, path)
  {
    using old = new Sqlite(path)
    for (const title of ['Björk', 'Ágætis (byrjun)', 'So', '“What”'])
      old.run('INSERT INTO tracks (title, file_path, created_at, updated_at) VALUES (?, ?, ?, ?)', [
        ...[title, 'x', instant, instant],
      ])
  }
  await (await openLibrary(path)).close()
  checkTitles(path)
})

test('what another program writes by SQL is found at once, and what it deletes no longer', async () => {
  await using library = await startTestLibrary()
  await createFixtures(library.admin)
  using other = new Sqlite(library.file)
  const insert = (or: string, id: number, title: string, key: string | null = null) =>
    other.run(
      `INSERT ${or} INTO tracks (id, key, title, file_path, created_at, updated_at) VALUES (?, ?, ?, 'x', '${instant}', '${instant}')`,
      [id, key, title],
    )
  const steps: [string, () => void][] = [
    ['inserts', () => insert('', 50, 'Björk so', 'key')],
    ['replaces', () => insert('OR REPLACE', 50, 'Sänd', 'key')],
    [
      'upserts',
      () =>
        other.run(
          `INSERT INTO tracks (id, title, file_path, created_at, updated_at) VALUES (50, 'Ño', 'x', '${instant}', '${instant}') ON CONFLICT (id) DO UPDATE SET title = excluded.title`,
        ),
    ],
    [
      'inserts the lowest and the highest id',
      () => {
        for (const id of [-3, Number.MAX_SAFE_INTEGER]) insert('', id, `Far so ${id}`)
      },
    ],
    ['updates', () => other.run("UPDATE tracks SET title = title || ' so'")],
    ['ignores conflicts', () => other.run("UPDATE OR IGNORE labels SET name = 'Bjørk'")],
    ['changes ids', () => other.run('UPDATE tracks SET id = 70 WHERE id = 50')],
    ['renames users', () => other.run("UPDATE users SET name = 'Söphie ' || id")],
    ['changes addresses', () => other.run("UPDATE users SET email = 'so' || id || '@example.com'")],
    ['deletes', () => other.run('DELETE FROM tracks WHERE id = 70')],
    [
      'rolls back',
      () =>
        expect(() =>
          other.transaction(() => {
            insert('', 80, 'So', null)
            throw new Error('back')
          })(),
        ).toThrow('back'),
    ],
    ['deletes all', () => other.run('DELETE FROM labels')],
  ]
  for (const [name, step] of steps) {
    step()
    await compareAll(library.admin).catch((error) => {
      throw new Error(`When it ${name}: ${error.message}`)
    })
    checkTitles(library.file)
  }
})

test('a write does not clear the cache, though a folded name, the audit trail or a token changes, too', async () => {
  await using library = await startTestLibrary()
  const kinds = new Set<string>()
  const onCommit = (changes: Change[]) => changes.forEach(({ kind }) => void kinds.add(kind))
  // The server was the first to add a listener, and has said which tables are tracked.
  library.library.onCommit([], { onCommit, onError: () => {} })
  const { track } = await createFixtures(library.admin)
  await library.admin.put(`/tracks/${track.id}`, { title: 'Flamenco Sketches' })
  await library.admin.put('/me', { name: 'Renamed' })
  await library.anonymous.post('/login', { email: 'user@example.com', password })
  await library.admin.delete(`/tracks/${track.id}`)
  expect([...kinds]).toContain('tracks')
  expect([...kinds]).not.toContain(untracked)
})
