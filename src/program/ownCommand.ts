import { readFileSync } from 'node:fs'
import { quoteForShell } from '../base/visibleText.ts'
import { setLibraryVariables } from '../config/environment.ts'
import { isInstalled } from '../config/installedConfig.ts'

export const isExecutable = Bun.main.includes('$bunfs')

/** The command that starts this program: the executable, or Bun with the file of the program. */
export const programCommand = isExecutable ? [process.execPath] : [process.execPath, Bun.main]

/**
 * How a user calls this program in a shell. From source it is `npx -y bun@1.4.5 src/main.ts`. The library of a service belongs to the user
 * of the service, which root becomes.
 */
export const typedCommand = (): string => (isService() ? `sudo ${typedProgram()}` : typedProgram())

const typedProgram = () => {
  if (isInstalled()) return 'music-library'
  if (isExecutable) return quoteForShell(process.execPath)
  return Bun.main.endsWith('/src/main.ts') ? `npx -y bun@${Bun.version} src/main.ts` : 'npx music-library'
}

/**
 * The unit of systemd that runs this process, such as `music-library`; undefined if there is none. A process that a user has started is in
 * another slice.
 */
export const readServiceUnit = (): string | undefined => {
  if (!process.env.INVOCATION_ID) return
  try {
    return /^0::\/system\.slice\/([\w@.-]+)\.service$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1]
  } catch {
    // This is no Linux, or its files are hidden.
    return
  }
}

/** systemd sets INVOCATION_ID for each service, and USER for one with a user of its own. */
const isService = () => {
  const { INVOCATION_ID: invocationId, USER: user } = process.env
  return Boolean(invocationId && user && user !== 'root')
}

/** How root runs the same command. sudo drops variables, so it is told to keep those that name the library. */
export const typedAsRoot = (args: readonly string[]): string => {
  const variables = setLibraryVariables()
  const keep = variables.length > 0 ? [`--preserve-env=${variables.join(',')}`] : []
  return ['sudo', ...keep, typedProgram(), ...args.map(quoteForShell)].join(' ')
}
