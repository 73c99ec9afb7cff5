import type { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { createNameFolding } from '../../../src/library/file/nameFolding.ts'
import { fold, foldedCharacters } from '../../support/fold.ts'
import { createSqliteLibrary } from '../postgres/emptyLibraries.ts'

const instant = '2026-01-02T03:04:05.678901Z'
const names = [
  ...foldedCharacters.map((character) => `A ${character}b`),
  'Plain name 1',
  '!!!',
  " It's, (Live)  at the  Café ",
  '東京事変 第一集',
  '😀 É',
]

const insertInto = (client: Sqlite) => {
  const insertTrack = client.prepare(
    'INSERT INTO tracks (title, file_path, created_at, updated_at) VALUES (?, ?, ?, ?) RETURNING id',
  )
  return (title: string) => insertTrack.values(title, title, instant, instant)[0]?.[0] as number
}

const readFolded = (client: Sqlite) =>
  client.query("SELECT id, folded FROM folded_names WHERE resource = 'tracks' ORDER BY id").values()

test('names that are folded before they are written are stored as the triggers of the library store them', () => {
  using client = createSqliteLibrary()
  using otherClient = createSqliteLibrary()
  const foldNames = createNameFolding(client)
  const [insert, otherInsert] = [insertInto(client), insertInto(otherClient)]
  for (const name of names) {
    foldNames([name])
    insert(name)
    otherInsert(name)
  }
  expect(readFolded(client)).toEqual(readFolded(otherClient))
  expect(client.query('SELECT folded FROM folded_names ORDER BY id').values().flat()).toEqual(names.map(fold))
})

test('a folded name is taken from the temporary table, and once only; other names are folded by the library', () => {
  using client = createSqliteLibrary()
  const foldNames = createNameFolding(client)
  const insert = insertInto(client)
  foldNames(['Café'])
  client.run("UPDATE precomputed_folds SET folded = 'from the table'")
  const [first, second] = [insert('Café'), insert('Thé')]
  expect(readFolded(client)).toEqual([
    [first, 'from the table'],
    [second, 'the'],
  ])
})

test('thousands of names leave at most some thousand rows in the temporary table', () => {
  using client = createSqliteLibrary()
  const foldNames = createNameFolding(client)
  for (let page = 0; page < 5; page++) foldNames(Array.from({ length: 900 }, (_, index) => `É ${page} ${index}`))
  const [[rows] = []] = client.query('SELECT count(*) FROM precomputed_folds').values()
  expect(rows).toBe(900)
})
