import { programPath } from '../packages.ts'

/**
 * The command that runs a program as a user that may run PostgreSQL, which refuses to be run by root. The program gets SIGQUIT
 * when the process that started it ends in any way.
 */
export const unprivileged = (...command: string[]) => {
  const user = process.getuid?.() === 0 ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  return [programPath('setpriv'), '--pdeathsig', 'QUIT', ...user, '--', ...command]
}
