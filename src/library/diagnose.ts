import type { Database as Sqlite } from 'bun:sqlite'
import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { migrations } from '../../migrations/index.ts'
import { errorMessage } from '../errors.ts'
import { newestBackup } from './backup.ts'
import { describeError } from './describeError.ts'
import {
  findIntegrityErrors,
  openForInspection,
  readSchemaVersion,
  requireLibrary,
  requireSqlite,
} from './integrity.ts'
import { isServed } from './lockFile.ts'
import { isWritable } from './permissions.ts'

/** One thing that was looked at. */
export interface Finding {
  what: string
  /** `note` is worth knowing, `wrong` has to be mended. */
  state: 'good' | 'note' | 'wrong'
  says: string
}

/** Looks at a library and its surroundings, and changes nothing; also while it is served. */
export const diagnose = (path: string, backups: string): Finding[] => {
  if (!existsSync(path)) return [{ what: 'file', state: 'wrong', says: `There is no library at ${path}.` }]
  return [file(path), rights(path), ...inside(path), disk(path), fileSystem(path), journal(path), backup(path, backups)]
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

const file = (path: string): Finding => ({
  what: 'file',
  state: 'good',
  says: `${path}, ${megabytes(statSync(path).size)}, ${served(path)}`,
})

const served = (path: string) => {
  const now = isServed(path)
  return now === undefined ? "this user can't see whether it is served" : now ? 'served now' : 'not served now'
}

const rights = (path: string): Finding => {
  if (!isWritable(path) || !isWritable(dirname(path))) {
    return { what: 'rights', state: 'wrong', says: 'This user may not write the file and its folder.' }
  }
  const open = (statSync(path).mode & 0o077) !== 0
  if (open) return { what: 'rights', state: 'note', says: `Other users of this machine can read it; chmod 600 ${path}` }
  return { what: 'rights', state: 'good', says: 'only its owner can read and write it' }
}

const inside = (path: string): Finding[] => {
  let client: Sqlite | undefined
  try {
    requireSqlite(path)
    client = openForInspection(path)
    requireLibrary(client, path)
    return [health(client), schema(client), admins(client)]
  } catch (error) {
    return [{ what: 'health', state: 'wrong', says: errorMessage(describeError(error, path)) }]
  } finally {
    client?.close(true)
  }
}

const health = (client: Sqlite): Finding => {
  const faults = findIntegrityErrors(client)
  if (faults.length === 0) return { what: 'health', state: 'good', says: 'every page and every reference is sound' }
  return { what: 'health', state: 'wrong', says: `${faults.join('; ')}. Restore a backup.` }
}

const schema = (client: Sqlite): Finding => {
  const version = readSchemaVersion(client)
  const [what, known] = ['schema', migrations.length]
  if (version > known)
    return { what: what, state: 'wrong', says: `${version}, newer than this program knows (${known})` }
  if (version < known) return { what: what, state: 'note', says: `${version}; the next start brings it to ${known}` }
  return { what: what, state: 'good', says: `${version}, the newest` }
}

const admins = (client: Sqlite): Finding => {
  const counted = client
    .query<{ n: number }, []>(
      "SELECT count(*) AS n FROM users JOIN roles ON roles.id = role_id WHERE roles.name = 'admin'",
    )
    .get()
  const number = counted?.n ?? 0
  if (number === 0) return { what: 'admins', state: 'note', says: 'there is none; see: user add --admin' }
  return { what: 'admins', state: 'good', says: `${number}` }
}

/** Less free room than this, and a library is about to stop. */
const tight = 50e6

const disk = (path: string): Finding => {
  const { bavail, bsize } = statfsSync(dirname(path))
  const free = bavail * bsize
  const what = 'disk'
  if (free < tight) return { what: what, state: 'wrong', says: `only ${megabytes(free)} are free` }
  if (free < 2 * statSync(path).size)
    return { what: what, state: 'note', says: `${megabytes(free)} are free, too little for a backup beside it` }
  return { what: what, state: 'good', says: `${megabytes(free)} are free` }
}

// https://man7.org/linux/man-pages/man2/statfs.2.html
const names: Record<number, string> = {
  61267: 'ext4',
  1481003842: 'xfs',
  2435016766: 'btrfs',
  16914836: 'tmpfs',
  2035054128: 'overlay',
  801189825: 'zfs',
  4076150800: 'f2fs',
}
const remote: Record<number, string> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'SMB',
  4266872130: 'SMB',
  16914839: '9P',
}

const fileSystem = (path: string): Finding => {
  const { type } = statfsSync(dirname(path))
  const what = 'file system'
  const network = remote[type]
  if (network)
    return { what: what, state: 'wrong', says: `${network}: locks and commits can't be relied on over a network` }
  if (names[type] === 'tmpfs') return { what: what, state: 'note', says: 'tmpfs: it is gone when the machine restarts' }
  return { what: what, state: 'good', says: names[type] ?? `kind 0x${type.toString(16)}` }
}

/** A journal of this size was not taken into the library for long. */
const long = 256e6

const journal = (path: string): Finding => {
  const size = existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0
  return { what: 'journal', state: size > long ? 'note' : 'good', says: `-wal of ${megabytes(size)}` }
}

const day = 86_400_000

const backup = (path: string, folder: string): Finding => {
  const newest = newestBackup(path, folder)
  if (!newest) return { what: 'backup', state: 'note', says: `there is none in ${folder}` }
  const age = (Date.now() - statSync(newest).mtimeMs) / day
  const says = `${newest}, ${age < 1 ? 'less than a day' : `${Math.floor(age)} days`} old`
  return { what: 'backup', state: age > 7 ? 'note' : 'good', says: says }
}
