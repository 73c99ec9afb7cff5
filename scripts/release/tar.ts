import { runProgram } from './programs.ts'

interface TarOptions {
  /** The folder that the paths in the archive start at. */
  folder: string
  /** What of it goes into the archive: a file or a folder. */
  entry: string
  /** The time of every file. */
  date: Date
  /** The number of the user and the group that all files belong to. By default root. */
  owner?: number
}

/** Writes a tar file whose bytes follow from the contents and modes of the files alone. */
export const createTar = async (file: string, { folder, entry, date, owner = 0 }: TarOptions): Promise<void> => {
  const owners = [`--owner=${owner}`, `--group=${owner}`, '--numeric-owner']
  const options = ['--format=gnu', '--sort=name', ...owners, `--mtime=@${date.getTime() / 1000}`]
  await runProgram(['tar', '--create', `--file=${file}`, ...options, `--directory=${folder}`, entry])
}
