import { readdirSync, readFileSync } from 'node:fs'
import { type Postgres, startPostgres } from '../test/support/postgres.ts'
import type { Library } from './library.ts'
import { cpuTime, cpuTimeOfEnded, measure } from './process.ts'

/** A server of PostgreSQL, and how much it works. */
export interface Engine extends AsyncDisposable {
  /** Creates a database with a copy of a library. @returns its URL */
  copyLibrary(library: Library): Promise<string>
  /** User and system time of all its processes since its start, in microseconds. */
  cpuTime(): number
  /** Transactions in a database since its creation, single selects included. */
  countTransactions(url: string): Promise<number>
}

/** Starts a server of PostgreSQL that is as durable as the file, with Debian's other defaults. */
export const startEngine = async (executable: string): Promise<Engine> => {
  const postgres = await startPostgres({ settings: { shared_buffers: '128MB' } })
  const templates = new Map<Library, Promise<string>>()
  return {
    copyLibrary: async (library) => {
      const template = templates.get(library) ?? createTemplate(postgres, executable, library)
      templates.set(library, template)
      const name = `${await template}_${crypto.randomUUID().slice(0, 8)}`
      await postgres.query(`CREATE DATABASE "${name}" TEMPLATE "${await template}"`)
      return postgres.url(name)
    },
    cpuTime: () => {
      const ended = cpuTimeOfEnded(postgres.pid)
      return [postgres.pid, ...childrenOf(postgres.pid)].reduce((sum, pid) => sum + (cpuTime(pid) || 0), ended)
    },
    countTransactions: async (url) => {
      const name = new URL(url).pathname.slice(1)
      // A session reports what it has done a second later.
      await Bun.sleep(1_100)
      const [row] = await postgres.query(`SELECT xact_commit FROM pg_stat_database WHERE datname = '${name}'`)
      return Number(row?.xact_commit)
    },
    [Symbol.asyncDispose]: () => postgres[Symbol.asyncDispose](),
  }
}

const createTemplate = async (postgres: Postgres, executable: string, { file }: Library) => {
  const name = await postgres.createDatabase()
  await measure([executable, 'restore', file, '--database', postgres.url(name)])
  return name
}

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1] === String(pid)
      } catch {
        return false
      }
    })
    .map(Number)
