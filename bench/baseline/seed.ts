// The least that seeding can cost: JSON.parse, then the same rows by raw prepared inserts in one transaction.
// The library has nothing that searches need.
// bun bench/baseline/seed.ts <catalogue file> <new database>
import { Database } from 'bun:sqlite'
import { migrations } from '../../migrations/index.ts'
import { removeSearches } from './library.ts'

const [, , file = '', database = ''] = process.argv
const { labels, genres, artists, albums, tracks } = JSON.parse(await Bun.file(file).text())

const db = new Database(database, { create: true })
db.run('PRAGMA journal_mode = WAL')
db.run('PRAGMA synchronous = FULL')
db.run('PRAGMA foreign_keys = ON')
for (const { sql } of migrations) db.run(sql)
removeSearches(db)

const now = '2026-01-02T03:04:05.678901Z'
const prepareInsert = (table: string, columns: string[]) =>
  db.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}, created_at, updated_at) VALUES (${'?, '.repeat(columns.length)}?, ?)`,
  )

db.run('BEGIN IMMEDIATE')
const insertNames = (table: string, records: { name: string }[]) => {
  const statement = prepareInsert(table, ['name'])
  const ids = new Map<string, number>()
  for (const { name } of records) ids.set(name, Number(statement.run(name, now, now).lastInsertRowid))
  return ids
}
const toTimestamp = (text: string | undefined) => (text === undefined ? null : `${text}T00:00:00.000000Z`)
const labelIds = insertNames('labels', labels)
const genreIds = insertNames('genres', genres)

const artistIds = new Map<string, number>()
const insertArtist = prepareInsert('artists', ['name', 'label_id'])
for (const { name, label } of artists) {
  artistIds.set(name, Number(insertArtist.run(name, labelIds.get(label) ?? null, now, now).lastInsertRowid))
}

const albumIds = new Map<string, number>()
const insertAlbum = prepareInsert('albums', ['title', 'label_id', 'type', 'release_date', 'duration_seconds'])
for (const { title, label, type, release_date, duration_seconds } of albums) {
  const { lastInsertRowid } = insertAlbum.run(
    title,
    labelIds.get(label) ?? null,
    type ?? null,
    toTimestamp(release_date),
    duration_seconds ?? null,
    now,
    now,
  )
  albumIds.set(title, Number(lastInsertRowid))
}

const insertTrack = prepareInsert('tracks', ['title', 'file_path', 'duration_seconds', 'album_id'])
const insertArtistPivot = prepareInsert('artist_track', ['track_id', 'artist_id'])
const insertGenrePivot = prepareInsert('genre_track', ['track_id', 'genre_id'])
for (const { title, file_path, duration_seconds, album, artists: artistNames, genres: genreNames } of tracks) {
  const id = Number(
    insertTrack.run(title, file_path, duration_seconds ?? null, albumIds.get(album) ?? null, now, now).lastInsertRowid,
  )
  for (const name of artistNames ?? []) insertArtistPivot.run(id, artistIds.get(name) ?? null, now, now)
  for (const name of genreNames ?? []) insertGenrePivot.run(id, genreIds.get(name) ?? null, now, now)
}
db.run('COMMIT')
db.close()
