import { Database } from 'bun:sqlite'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogueOf } from './catalogue.ts'
import { successOf, textOf } from './http.ts'
import { measure } from './measure.ts'
import type { Programs } from './programs.ts'
import type { Server, Servers } from './servers.ts'
import { connections, plenty, rounds } from './settings.ts'

export const credentials = { email: 'admin@example.com', password: 'correct horse' }

/** A seeded library that no server has open, to be copied. */
export interface Library {
  file: string
  /** How many tracks it has. */
  size: number
  labels: number
  albums: number
  artists: number
  genres: number
  /** A token of the admin. */
  admin: string
  /** Tokens of so many users that their likes don't run out. */
  users: string[]
}

/** Makes libraries, each size once. */
export const librariesIn = (folder: string, programs: Programs, servers: Servers) => {
  const made = new Map<number, Promise<Library>>()
  return (size: number): Promise<Library> => {
    const known = made.get(size) ?? make(folder, programs, servers, size)
    made.set(size, known)
    return known
  }
}

const make = async (folder: string, { ours }: Programs, servers: Servers, size: number): Promise<Library> => {
  const file = join(folder, `${size}.db`)
  const catalogue = join(folder, `${size}.json`)
  writeFileSync(catalogue, catalogueOf(size))
  await measure([ours, 'seed', catalogue, '--database', file])
  const admin = await madeAdmin(file, servers)
  const db = new Database(file, { readwrite: true })
  const rows = (table: string) =>
    db.query<{ rows: number }, []>(`SELECT count(*) AS rows FROM ${table}`).get()?.rows ?? 0
  const library = {
    file,
    size,
    labels: rows('labels'),
    albums: rows('albums'),
    artists: rows('artists'),
    genres: rows('genres'),
    admin,
    users: addUsers(db, Math.ceil(((rounds + 1) * plenty) / size)),
  }
  // What is copied is one file, with nothing in a WAL beside it.
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close(true)
  return library
}

const madeAdmin = async (file: string, servers: Servers) => {
  const env = { ADMIN_EMAIL: credentials.email, ADMIN_PASSWORD: credentials.password }
  await using server = await servers.ours(file, env)
  const token = await logIn(server)
  return token
}

/** A new token of the admin. */
export const logIn = async ({ url }: Server): Promise<string> => {
  const body = await successOf(url, { method: 'POST', path: '/login', body: JSON.stringify(credentials) })
  return JSON.parse(textOf(body)).token
}

const addUsers = (db: Database, count: number) => {
  const now = '2026-01-02T03:04:05.678901Z'
  const addUser = db.prepare(
    `INSERT INTO users (name, email, password, role_id, created_at, updated_at)
     SELECT 'User', ?, 'none', id, ?, ? FROM roles WHERE name = 'user'`,
  )
  const addToken = db.prepare('INSERT INTO tokens (user_id, hash, created_at) VALUES (?, ?, ?)')
  return db.transaction(() =>
    Array.from({ length: count }, (_, at) => {
      const token = `mlib_${String(at).padStart(43, '0')}`
      const id = addUser.run(`user-${at}@example.com`, now, now).lastInsertRowid
      addToken.run(id, new Bun.CryptoHasher('sha256').update(token).digest('hex'), now)
      return token
    }),
  )()
}

let copies = 0

/** A copy of a library, for one server to open. */
export const copyOf = ({ file }: Library): string => {
  const copy = `${file}.${++copies}.db`
  copyFileSync(file, copy)
  return copy
}

type Counted = 'labels' | 'tracks' | 'likes'

const rowsIn = (file: string, table: Counted) => {
  const db = new Database(file, { readonly: true })
  try {
    return db.query<{ rows: number }, []>(`SELECT count(*) AS rows FROM ${table}`).get()?.rows ?? 0
  } finally {
    db.close()
  }
}

/** Makes sure that a load adds a row for each request that was answered; more only for what was still under way at its end. */
export const addsRows = async <Result extends { requests: number }>(
  file: string,
  table: Counted,
  load: () => Promise<Result>,
): Promise<Result> => {
  const before = rowsIn(file, table)
  const result = await load()
  const added = rowsIn(file, table) - before
  if (added < result.requests || added > result.requests + connections) {
    throw new Error(`${result.requests} requests added ${added} ${table}`)
  }
  return result
}
