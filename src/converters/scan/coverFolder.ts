import { hash } from 'node:crypto'
import { accessSync, constants, existsSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { OperationalError, UsageError } from '../../base/errors.ts'
import { pictureExtension } from '../../base/pictures.ts'
import { syncToDisk } from '../../library/copy.ts'
import { describeFileError, explainFolderError, type FileUse } from '../../library/describeFileError.ts'
import { takeTemporaryName } from '../../library/temporaryFiles.ts'

/** A folder in the scanned one that gets pictures. The name of a picture is the hash of its bytes, so that each is there once. */
export class CoverFolder implements Disposable {
  /** How many covers have a picture here, and how many pictures were written for them. */
  count = 0
  newCount = 0
  /** The folder as paths of covers name it, without links: a server follows none out of its folder. */
  private readonly prefix: string
  private temporary: ReturnType<typeof takeTemporaryName> | undefined

  /** @throws OperationalError if the folder is missing or can't be written, UsageError if it is not in the scanned one */
  constructor(
    readonly folder: string,
    root: string,
  ) {
    const [realRoot, realFolder] = [findFolder(root, 'read'), findFolder(folder, 'write')]
    const path = relative(realRoot, realFolder)
    if (path.split(sep)[0] === '..' || isAbsolute(path))
      throw new UsageError(
        `${folder} is not in ${root}. Name a folder in it: all paths in the catalogue are relative to ${root}.`,
      )
    this.prefix = path && `${path.replaceAll(sep, '/')}/`
  }

  /** Writes a picture, unless it is there. @returns its path, relative to the scanned folder @throws OperationalError */
  add(bytes: Uint8Array): string {
    const name = `${hash('sha256', bytes)}.${pictureExtension(bytes)}`
    const file = join(this.folder, name)
    if (!existsSync(file)) this.write(file, bytes)
    this.count++
    return this.prefix + name
  }

  [Symbol.dispose](): void {
    this.temporary?.[Symbol.dispose]()
  }

  /** A file that is there is taken for complete, so it gets its name when its bytes are on disk. */
  private write(file: string, bytes: Uint8Array): void {
    try {
      this.temporary ??= takeTemporaryName(file)
      writeFileSync(this.temporary.path, bytes)
      syncToDisk(this.temporary.path)
      renameSync(this.temporary.path, file)
      this.newCount++
    } catch (error) {
      throw describeFileError(error, file, 'write')
    }
  }
}

/** The path of a folder without links. */
const findFolder = (folder: string, use: FileUse): string => {
  try {
    const path = realpathSync(folder)
    if (!statSync(path).isDirectory()) throw new OperationalError(`${folder} is a file. Name a folder.`)
    if (use === 'write') accessSync(path, constants.W_OK | constants.X_OK)
    return path
  } catch (error) {
    throw new OperationalError(explainFolderError(error, folder, use, `Let this user ${use} it.`))
  }
}
