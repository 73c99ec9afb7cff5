/** The programs that the steps of a release run, and the packages of Debian that have them. */
const packages: Record<string, string> = { 'apt-get': 'apt', 'dpkg-deb': 'dpkg', tar: 'tar', xz: 'xz-utils' }

/** @throws Error that names the packages of all programs that are missing */
export const requirePrograms = (): void => {
  const missing = Object.keys(packages).filter((program) => !Bun.which(program))
  if (missing.length === 0) return
  const names = missing.map((program) => packages[program])
  throw new Error(`A release needs ${missing.join(' and ')}. Install it: apt-get install ${names.join(' ')}`)
}

/** Runs a program. @throws Error with its messages, if it fails */
export const runProgram = async (command: string[], options: { cwd?: string; env?: Record<string, string> } = {}) => {
  const { cwd = '.', env = {} } = options
  const child = Bun.spawn(command, {
    cwd,
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(`${command[0]} has failed: ${err.trim()}`)
  return out
}
