import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Misuse } from '../faults.ts'

export interface Location {
  /** What SQLite opens. */
  path: string
  /** What people are told. */
  name: string
  /** Gone when the program ends. */
  temporary: boolean
  /** To be called once the file is open. */
  release(): void
}

/** Finds the file that a DATABASE_URL means. */
export const locate = (url: string): Location => {
  if (url === ':memory:') return inMemory()
  const path = url.startsWith('file:') ? fromFileUrl(url) : url
  if (path === '') throw new Misuse('The database has no name; give a path, a file: URL or :memory:.')
  if (/^[a-z][a-z0-9+.-]+:/i.test(path) && !/^[a-z]:[\\/]/i.test(path)) {
    throw new Misuse(`The database "${schemeOf(path)}:…" is not a file; give a path, a file: URL or :memory:.`)
  }
  const full = resolve(path)
  return { path: full, name: full, temporary: false, release: () => {} }
}

// Whatever follows the scheme may hold a password, and does not belong in a message.
const schemeOf = (url: string) => url.slice(0, url.indexOf(':'))

const fromFileUrl = (url: string) => {
  if (/[?#]/.test(url))
    throw new Misuse('The database URL has parameters, which are not understood; give only the path.')
  if (!url.startsWith('file:/')) return url.slice('file:'.length)
  try {
    return fileURLToPath(url)
  } catch {
    throw new Misuse('The database URL is not a path on this machine; write it as file:///folder/library.db.')
  }
}

/**
 * A file of its own in the folder for temporary files, without a name as soon as it is open: it behaves as any library
 * does, readers beside a writer included, and nothing of it is left however the program ends.
 */
const inMemory = (): Location => {
  const folder = mkdtempSync(join(tmpdir(), 'music-library-'))
  return {
    path: join(folder, 'library.db'),
    name: ':memory:',
    temporary: true,
    release: () => rmSync(folder, { recursive: true, force: true }),
  }
}
