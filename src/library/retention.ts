import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errorCode } from '../errors.ts'

/** Now, as part of a file's name; names in the order of their times. */
export const fileTimestamp = (): string => new Date().toISOString().replaceAll(/[:.]/g, '-')

/** The files whose names start with that of a library and end in a certain way, the oldest first. */
export const listCopies = (path: string, ending: RegExp, folder = dirname(path)): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(basename(path)) && ending.test(name.slice(basename(path).length)))
    // By their stamps, whatever stands before those.
    .sort((a, b) => (stampOf(a) < stampOf(b) ? -1 : 1))
    .map((name) => join(folder, name))

const stampOf = (name: string) => /\d{4}-\d\d-\d\dT[\d-]+Z/.exec(name)?.[0] ?? ''

/** Deletes all but the newest of such files. */
export const keepNewest = (path: string, ending: RegExp, keep: number, folder = dirname(path)): void => {
  for (const old of listCopies(path, ending, folder).slice(0, -keep || undefined)) rmSync(old, { force: true })
}

/** A name for a file that gets its own when it is whole. */
export const temporaryName = (target: string): string =>
  `${target}.music-library-${process.pid}-${crypto.randomUUID().slice(0, 8)}.part`

/** Deletes what programs that died left unfinished in a folder, and nothing else. */
export const removeStaleTemporaryFiles = (folder: string): void => {
  const started = Date.now() - process.uptime() * 1000
  for (const name of readdirSync(folder)) {
    const pid = Number(/\.music-library-(\d+)-[0-9a-f]{8}\.part(?:-\w+)?$/.exec(name)?.[1])
    const path = join(folder, name)
    // In a container each process may have the number of the one before.
    const left = pid === process.pid ? (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? started) : undefined
    if (pid > 0 && (left === undefined ? !isAlive(pid) : left < started)) rmSync(path, { force: true })
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process is alive too.
    return errorCode(error) === 'EPERM'
  }
}
