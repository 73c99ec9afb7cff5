import { findProgram } from '../packages.ts'

/** The path of a program of PostgreSQL. @throws Error if it is not installed */
export const postgresProgram = (name: 'initdb' | 'postgres' | 'pg_basebackup') => {
  const path = findProgram(name)
  if (!path) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  return path
}

/**
 * The command that runs a program as a user that may run PostgreSQL, which refuses to be run by root. The program gets SIGQUIT
 * when the process that started it ends in any way.
 */
export const unprivileged = (...command: string[]) => {
  const user = process.getuid?.() === 0 ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  return ['setpriv', '--pdeathsig', 'QUIT', ...user, '--', ...command]
}
