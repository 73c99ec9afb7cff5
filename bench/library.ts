import { Database } from 'bun:sqlite'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateCatalogue } from '../src/seeding/generate/generateCatalogue.ts'
import { decodeText, fetchBody } from './http.ts'
import { connections, maxRequestsPerRound, rounds } from './options.ts'
import { measure } from './process.ts'
import { type Server, startService } from './servers.ts'

const credentials = { email: 'admin@example.com', password: 'correct horse' }
const adminEnv = { ADMIN_EMAIL: credentials.email, ADMIN_PASSWORD: credentials.password }

/** A seeded library that no server has open. Servers open copies of it. */
export interface Library {
  file: string
  /** Number of tracks. */
  size: number
  labels: number
  albums: number
  artists: number
  genres: number
  /** A token of the admin. */
  admin: string
  /** Tokens of users, enough for every like of a run to be a new one. */
  users: string[]
}

/** Returns a function that creates libraries with an executable of this program, once for each size. */
export const createLibraries = (folder: string, executable: string) => {
  const libraries = new Map<number, Promise<Library>>()
  return (size: number): Promise<Library> => {
    const library = libraries.get(size) ?? createLibrary(folder, executable, size)
    libraries.set(size, library)
    return library
  }
}

const createLibrary = async (folder: string, executable: string, size: number): Promise<Library> => {
  const file = join(folder, `${size}.db`)
  const catalogue = join(folder, `${size}.json`)
  writeFileSync(catalogue, generateCatalogue({ tracks: size }))
  await measure([executable, 'seed', catalogue, '--database', file])
  const admin = await createAdmin(file, executable)
  const db = new Database(file, { readwrite: true })
  const library = {
    file,
    size,
    labels: countRows(db, 'labels'),
    albums: countRows(db, 'albums'),
    artists: countRows(db, 'artists'),
    genres: countRows(db, 'genres'),
    admin,
    users: addUsers(db, Math.ceil(((rounds + 1) * maxRequestsPerRound) / size)),
  }
  // Only the main file is copied, so the WAL must be empty.
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close(true)
  return library
}

const createAdmin = async (file: string, executable: string) => {
  await using server = await startService(executable, file, adminEnv)
  // Awaited here, so that the server is not stopped before the response.
  return await logIn(server)
}

/** Logs the admin in. @returns a new token. */
const logIn = async ({ url }: Server): Promise<string> => {
  const body = await fetchBody(url, { method: 'POST', path: '/login', body: JSON.stringify(credentials) })
  return JSON.parse(decodeText(body)).token
}

const addUsers = (db: Database, count: number) => {
  const now = '2026-01-02T03:04:05.678901Z'
  const insertUser = db.prepare(
    `INSERT INTO users (name, email, password, role_id, created_at, updated_at)
     SELECT 'User', ?, 'none', id, ?, ? FROM roles WHERE name = 'user'`,
  )
  const insertToken = db.prepare('INSERT INTO tokens (user_id, hash, created_at) VALUES (?, ?, ?)')
  return db.transaction(() =>
    Array.from({ length: count }, (_, index) => {
      const token = `mlib_${String(index).padStart(43, '0')}`
      const id = insertUser.run(`user-${index}@example.com`, now, now).lastInsertRowid
      insertToken.run(id, new Bun.CryptoHasher('sha256').update(token).digest('hex'), now)
      return token
    }),
  )()
}

let copies = 0

/** Copies a library for one server to open. @returns the path of the copy. */
export const copyLibrary = ({ file }: Library): string => {
  const copy = `${file}.${++copies}.db`
  copyFileSync(file, copy)
  return copy
}

const countRows = (db: Database, table: string) =>
  db.query<{ rows: number }, []>(`SELECT count(*) AS rows FROM ${table}`).get()?.rows ?? 0

export type CountedTable = 'labels' | 'tracks' | 'likes'

const countRowsIn = (file: string, table: CountedTable) => {
  const db = new Database(file, { readonly: true })
  try {
    return countRows(db, table)
  } finally {
    db.close()
  }
}

/**
 * Runs a load, each of whose completed requests must add a row to a table. Requests in flight at its end may add more.
 * @throws when fewer or more rows were added.
 */
export const assertRowsAdded = async <Result extends { requests: number }>(
  file: string,
  table: CountedTable,
  run: () => Promise<Result>,
): Promise<Result> => {
  const before = countRowsIn(file, table)
  const result = await run()
  const added = countRowsIn(file, table) - before
  if (added < result.requests || added > result.requests + connections) {
    throw new Error(`${result.requests} requests added ${added} ${table}`)
  }
  return result
}
