import { runProgram } from './programs.ts'

interface TarOptions {
  /** The folder that the paths in the archive start at. */
  folder: string
  /** What of it goes into the archive: a file or a folder. */
  entry: string
  /** The time of every file. */
  date: Date
}

/** Writes a tar file whose bytes follow from the contents and modes of the files alone. All of them belong to root. */
export const createTar = async (file: string, { folder, entry, date }: TarOptions): Promise<void> => {
  const owner = ['--owner=0', '--group=0', '--numeric-owner']
  const options = ['--format=gnu', '--sort=name', ...owner, `--mtime=@${date.getTime() / 1000}`]
  await runProgram(['tar', '--create', `--file=${file}`, ...options, `--directory=${folder}`, entry])
}
