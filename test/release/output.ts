import { runOk } from '../support/process.ts'

/** The lines that a program has printed. */
export const linesOf = (text: string): string[] => text.trim().split('\n')

/** The newest version of glibc that the executable of a package names. No older one can run it. @param tree - the files of the package */
export const newestGlibc = async (tree: string): Promise<number> => {
  const names = await runOk(['grep', '--text', '--only-matching', 'GLIBC_2[.][0-9]*', 'usr/bin/music-library'], tree)
  return Math.max(...linesOf(names).map((name) => Number(name.replace('GLIBC_2.', ''))))
}
