import { dirname, join } from 'node:path'

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

/** The path of a program of the list; null if it is not installed. */
export const findProgram = (program: string): string | null =>
  Bun.which(program, { PATH: [...postgresFolders, process.env.PATH].join(':') })
