import { delimiter, dirname, join } from 'node:path'

interface Package {
  program: string
  package: string
}

/** The programs that some tests run, and the packages of Debian that have them. `.ci/run` reads the same list. */
export const readPackages = async (): Promise<Package[]> => {
  const text = await Bun.file(join(import.meta.dir, '../packages.txt')).text()
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [program = '', name = ''] = line.split(' ')
      return { program, package: name }
    })
}

const versionOrder = new Intl.Collator('en', { numeric: true })

/** Debian has the programs of each version of PostgreSQL's server in a folder that is not on the PATH. The newest comes first. */
const postgresFolders = [...new Bun.Glob('usr/lib/postgresql/*/bin/initdb').scanSync({ cwd: '/' })]
  .map((path) => dirname(`/${path}`))
  .sort(versionOrder.compare)
  .reverse()

/** The PATH of the machine. That of a test has only what the test has asked for: see `basePrograms.ts`. */
const machinePath = process.env.TEST_PATH ?? process.env.PATH ?? ''

/** The programs of the list that count as installed, such as `initdb,postgres`; all by default. */
const only = process.env.TEST_PROGRAMS?.split(',')

/** Whether a program counts as missing, although the machine may have it. */
export const isExcluded = (program: string): boolean => only?.includes(program) === false

/** The path of a program of the list; null if it is not installed. The one of Debian comes first: only its Python has the modules of its packages. */
export const findProgram = (program: string): string | null =>
  isExcluded(program) ? null : Bun.which(program, { PATH: [...postgresFolders, '/usr/bin', machinePath].join(':') })

/** What each test of a run on PostgreSQL asks for, and each other one that starts a server of it. */
export const postgresPrograms = ['initdb', 'postgres', 'pg_basebackup', 'setpriv']

/** The folder of `createTestPath`. Without `test/run.ts` there is none, and the PATH of tests is that of the machine. */
const folder = process.env.TEST_PROGRAM_FOLDER
const basePath = process.env.PATH ?? ''

/** What the tests that run now have asked for; undefined in a process that runs no tests, which may start what it likes. */
let asked: string[] | undefined

const setPath = (names: string[]) => {
  if (folder !== undefined)
    process.env.PATH = [basePath, ...new Set(names.map((name) => join(folder, name)))].join(delimiter)
}

/** From now on a program must be asked for. */
export const requireAsking = (): void => {
  asked = process.env.TEST_ENGINE === 'postgres' ? [...postgresPrograms] : []
  setPath(asked)
}

/** Adds programs to the PATH of this process, until it is disposed of. */
export const askFor = (programs: readonly string[]): Disposable => {
  const before = asked ?? []
  before.push(...programs)
  setPath(before)
  const release = () => {
    for (const program of programs) before.splice(before.lastIndexOf(program), 1)
    setPath(before)
  }
  return { [Symbol.dispose]: release }
}

/** @throws Error if the test that runs now has not asked for a program, whether or not the machine has it */
export const requireAsked = (program: string): void => {
  if (asked?.includes(program) === false)
    throw new Error(`This test starts ${program}, for which it has not asked: see test/support/programs.ts.`)
}

/** The path of a program that the test has asked for. @throws Error if it has not, or if the program is not installed */
export const programPath = (program: string): string => {
  requireAsked(program)
  const path = findProgram(program)
  if (path === null) throw new Error(`${program} is not installed. test/packages.txt names its package.`)
  return path
}
