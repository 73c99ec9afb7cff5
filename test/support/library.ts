import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '../../src/auth/passwords.ts'
import { createUser, readRoleId } from '../../src/auth/users/store.ts'
import type { Library } from '../../src/library/open.ts'
import { openLibrary } from '../../src/library/open.ts'
import { type ServerOptions, startServer } from '../../src/server.ts'
import { type Client, client } from './client.ts'

export const password = 'correct horse'

// Hashed once for all tests: hashing takes longer than everything else that an account needs.
const hash = hashPassword(password)

export interface TestLibrary extends AsyncDisposable {
  /** Where the API is, `/api` included. */
  url: string
  /** The SQLite file. */
  file: string
  library: Library
  nobody: Client
  user: Client
  admin: Client
  /** One more account, logged in. */
  join(email: string, role?: 'admin' | 'user'): Promise<Client & { id: number }>
}

/** A server on a port of its own over a file of its own, with one admin and one user; gone at the end of the block. */
export const startTestLibrary = async (options: Partial<ServerOptions> = {}): Promise<TestLibrary> => {
  const folder = mkdtempSync(join(tmpdir(), 'music-library-test-'))
  const file = join(folder, 'library.db')
  const database = await openLibrary(file)
  const server = await startServer({ host: '127.0.0.1', port: 0, ...options, library: database })
  const url = `${server.origin}/api`
  const nobody = client(url)

  const join_ = async (email: string, role: 'admin' | 'user' = 'user') => {
    const account = { name: email.split('@')[0] ?? '', email, hash: await hash }
    const user = await database.write(async (tx, now) =>
      createUser(tx, now, { ...account, role_id: await readRoleId(tx, role) }),
    )
    const { body } = await nobody.post('/login', { email, password })
    return { ...client(url, body.token), id: user.id }
  }

  return {
    url,
    file,
    library: database,
    nobody,
    admin: await join_('admin@example.com', 'admin'),
    user: await join_('user@example.com'),
    join: join_,
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
