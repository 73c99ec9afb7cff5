import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programPath } from '../packages.ts'
import type { Postgres } from '../postgres.ts'

/** Makes a server ask for the passwords of a role. The roles of other tests still need none. */
export const requirePasswords = async (postgres: Postgres, role: string): Promise<void> => {
  const file = join(postgres.folder, 'data/pg_hba.conf')
  writeFileSync(file, `host all ${role} 127.0.0.1/32 scram-sha-256\n${readFileSync(file, 'utf8')}`)
  await postgres.query('SELECT pg_reload_conf()')
}

/** The variables with which psql connects as the superuser. */
export const superuserEnv = (postgres: Postgres): Record<string, string> => {
  const { hostname, port, username } = new URL(postgres.url())
  return { PGHOST: hostname, PGPORT: port, PGUSER: username, PGDATABASE: 'postgres' }
}

/** Runs a script with psql as the superuser. @throws Error with what it printed, if it fails */
export const runSql = async (postgres: Postgres, script: string): Promise<void> => {
  const child = Bun.spawn([programPath('psql'), '--no-psqlrc'], {
    env: { PATH: process.env.PATH ?? '', ...superuserEnv(postgres) },
    stdin: new Blob([script]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(`psql failed: ${out}${err}`)
}
