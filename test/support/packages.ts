import { join } from 'node:path'

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
