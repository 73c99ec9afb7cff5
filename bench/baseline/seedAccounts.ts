// The least that seeding accounts can cost: JSON.parse, then the same rows by raw prepared inserts in one transaction.
// bun bench/baseline/seedAccounts.ts <accounts file> <library with the tracks>
import { Database } from 'bun:sqlite'

interface Account {
  email: string
  token: string
  likes: string[]
}

const [, , file = '', database = ''] = process.argv
const { accounts }: { accounts: Account[] } = JSON.parse(await Bun.file(file).text())

const db = new Database(database)
db.run('PRAGMA synchronous = FULL')
db.run('PRAGMA foreign_keys = ON')
const now = '2026-01-02T03:04:05.678901Z'
const selectTracks = db.query<{ id: number; file_path: string }, []>('SELECT id, file_path FROM tracks')
const trackIds = new Map(selectTracks.all().map(({ id, file_path }) => [file_path, id]))
const insertUser = db.prepare(
  "INSERT INTO users (name, email, password, role_id, created_at, updated_at) VALUES (?, ?, '', 1, ?, ?)",
)
const insertToken = db.prepare('INSERT INTO tokens (user_id, hash, created_at) VALUES (?, ?, ?)')
const insertLike = db.prepare('INSERT INTO likes (user_id, track_id, created_at) VALUES (?, ?, ?)')
db.run('BEGIN IMMEDIATE')
for (const { email, token, likes } of accounts) {
  const userId = Number(insertUser.run(email, email, now, now).lastInsertRowid)
  insertToken.run(userId, new Bun.CryptoHasher('sha256').update(token).digest('hex'), now)
  for (const path of likes) insertLike.run(userId, trackIds.get(path) ?? null, now)
}
db.run('COMMIT')
db.close()
