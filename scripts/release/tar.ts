import { runProgram } from './programs.ts'

interface TarOptions {
  /** The folder that the paths in the archive start at. */
  folder: string
  /** What of it goes into the archive: a file or a folder. */
  entry: string
  /** The time of every file. */
  date: Date
}

/** Writes a tar file whose bytes follow from the contents of the files, and from which of them are executable. All of them belong to root. */
export const createTar = async (file: string, { folder, entry, date }: TarOptions): Promise<void> => {
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX']
  const options = ['--format=gnu', '--sort=name', ...owner, `--mtime=@${date.getTime() / 1000}`]
  await runProgram(['tar', '--create', `--file=${file}`, ...options, `--directory=${folder}`, entry])
}
