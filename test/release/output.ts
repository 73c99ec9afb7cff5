import { runOk } from '../support/process.ts'

/** The lines that a program has printed. */
export const linesOf = (text: string): string[] => text.trim().split('\n')

/** The newest version of glibc that an executable names. No older one can run it. */
export const newestGlibc = async (file: string): Promise<number> => {
  const names = await runOk(['grep', '--text', '--only-matching', 'GLIBC_2[.][0-9]*', file], '/')
  return Math.max(...linesOf(names).map((name) => Number(name.replace('GLIBC_2.', ''))))
}
