import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileErrorKind } from '../../base/fileErrors.ts'
import { quoteForShell } from '../../base/visibleText.ts'
import { formatCount } from '../../base/words.ts'
import { syncToDisk } from '../../library/copy.ts'
import { describeFileError } from '../../library/describeFileError.ts'
import { requireNoLibrary } from '../../library/file/protect.ts'
import { resolveLinks } from '../../library/links.ts'
import { createFile } from '../../library/permissions.ts'
import { takeTemporaryName } from '../../library/temporaryFiles.ts'
import { printChunks, printLine, writeChunks } from './write.ts'

interface Exported {
  chunks: Iterable<string>
  count: number
}

interface Format {
  /** The plural of what is counted. */
  counted: string
  /** Only the user who exports may read the export. Without it others may, and a file keeps its mode. */
  isPrivate?: true
}

/** Writes an export to standard output, without a file or for `-`, or else to a file. @throws OperationalError */
export const writeExport = async (file: string | undefined, exported: Exported, format: Format): Promise<void> => {
  if (file === undefined || file === '-') return printChunks(exported.chunks)
  await writeOrExplain(file, exported.chunks, format, `export > ${quoteForShell(file)}`)
  printLine(`Wrote ${formatCount(exported.count, format.counted)} to ${file}.`)
}

/** Writes a text to a file, or to standard output for `-`. @throws OperationalError */
export const writeText = async (file: string, text: string): Promise<void> =>
  file === '-' ? printChunks([text]) : writeOrExplain(file, [text], {})

/** @param command - lets the shell write the file, with the rights of the user who runs it */
const writeOrExplain = async (
  file: string,
  chunks: Iterable<string>,
  format: Pick<Format, 'isPrivate'>,
  command?: string,
): Promise<void> => {
  requireNoLibrary(file)
  try {
    await writeFile(file, chunks, format)
  } catch (error) {
    // The shell would make a file that others may read.
    const mayUseShell = command !== undefined && !format.isPrivate && fileErrorKind(error) === 'forbidden'
    const advice = mayUseShell && { advice: `Let this user write there, or let the shell write it: ${command}` }
    throw describeFileError(error, file, 'write', { ...advice })
  }
}

const writeFile = async (file: string, chunks: Iterable<string>, { isPrivate }: Pick<Format, 'isPrivate'>) => {
  const target = resolveLinks(file)
  const stat = statSync(file, { throwIfNoEntry: false })
  // A pipe or a device can't be replaced by a new file.
  if (stat && !stat.isFile()) await writeChunks(Bun.file(file).writer(), chunks)
  else if (isPrivate) await replaceFile(target, chunks, createPrivate)
  else await replaceFile(target, chunks, (path) => createWithMode(path, stat?.mode))
}

/** @param mode - that of the file that is replaced; undefined for a new file */
const createWithMode = (path: string, mode: number | undefined) => {
  const descriptor = openSync(path, 'wx')
  if (mode !== undefined) fchmodSync(descriptor, mode)
  return descriptor
}

const createPrivate = (path: string) => {
  createFile(path)
  return openSync(path, 'r+')
}

/** Writes a temporary file and renames it when it is on disk, so that the file is complete at any time. */
const replaceFile = async (file: string, chunks: Iterable<string>, create: (path: string) => number) => {
  using temporary = takeTemporaryName(file)
  const descriptor = create(temporary.path)
  try {
    await writeChunks(Bun.file(descriptor).writer(), chunks)
    fsyncSync(descriptor)
    renameSync(temporary.path, file)
    syncToDisk(dirname(file))
  } finally {
    closeSync(descriptor)
  }
}
