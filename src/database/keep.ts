import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { codeOf } from './explain.ts'

/** Now, as part of a file's name; names in the order of their times. */
export const stampNow = (): string => new Date().toISOString().replaceAll(/[:.]/g, '-')

/** The files whose names start with that of a library and end in a certain way, the oldest first. */
export const copiesOf = (path: string, ending: RegExp, folder = dirname(path)): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(basename(path)) && ending.test(name.slice(basename(path).length)))
    // By their stamps, whatever stands before those.
    .sort((a, b) => (stampOf(a) < stampOf(b) ? -1 : 1))
    .map((name) => join(folder, name))

const stampOf = (name: string) => /\d{4}-\d\d-\d\dT[\d-]+Z/.exec(name)?.[0] ?? ''

/** Deletes all but the newest of such files. */
export const keepNewest = (path: string, ending: RegExp, keep: number, folder = dirname(path)): void => {
  for (const old of copiesOf(path, ending, folder).slice(0, -keep || undefined)) rmSync(old, { force: true })
}

/** Deletes what programs that died left unfinished in a folder: the files with the number of their process in the name. */
export const removeUnfinished = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const pid = Number(/\.(\d+)\.(?:part|new)(?:-\w+)?$/.exec(name)?.[1])
    if (pid > 0 && pid !== process.pid && !isAlive(pid)) rmSync(join(folder, name), { force: true })
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process is alive too.
    return codeOf(error) === 'EPERM'
  }
}
