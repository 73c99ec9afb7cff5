import { accessSync, constants, readFileSync, realpathSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBunPackage } from './bunPackage.ts'
import { findPlatformExecutable, platformPackages } from './platformPackage.ts'

const packageFolder = fileURLToPath(new URL('.', import.meta.url))

/**
 * Finds the program: the executable that MUSIC_LIBRARY_EXECUTABLE names, the one of the package for this platform, the one on the PATH,
 * and else Bun with the package. Packages are looked for from this one and from the project in the working directory.
 * @returns the command without arguments
 * @throws Error if there is none
 */
export const findProgram = (): string[] => {
  const named = process.env.MUSIC_LIBRARY_EXECUTABLE
  if (named) return [requireExecutable(named)]
  const executable = findPlatformExecutable() ?? onPath('music-library').find(isProgram)
  if (executable) return [executable]
  const bun = process.versions.bun ? process.execPath : (findBunPackage() ?? onPath('bun').find(isExecutable))
  const main = join(packageFolder, 'main.js')
  if (bun && isFile(main)) return [bun, main]
  throw new Error(describeMissingProgram())
}

const describeMissingProgram = () => {
  const otherWays =
    'name an executable with MUSIC_LIBRARY_EXECUTABLE, or install Bun, which can run this package: npm install --save-dev bun'
  const packages = platformPackages()
  if (packages.length === 0)
    return `There is no music-library executable for ${process.platform} on ${process.arch}. Either ${otherWays}`
  const declared = packages.filter((name) => name in readOptionalDependencies())
  if (declared.length === 0) return `No music-library executable was found. Either ${otherWays}`
  return `No music-library executable was found: ${declared.join(' or ')} is not installed. Install again without --omit=optional, or ${otherWays}`
}

/** Those of the package that this file is in. A package that was built without packages for platforms has none. */
const readOptionalDependencies = (): object =>
  JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).optionalDependencies ?? {}

/** @throws Error if it is no file that can be executed */
export const requireExecutable = (file: string): string => {
  if (isExecutable(file)) return file
  throw new Error(`${file} is not an executable file. Name the music-library executable, or build it.`)
}

const onPath = (name: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))

const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false

const isExecutable = (file: string) => {
  try {
    accessSync(file, constants.X_OK)
    return isFile(file)
  } catch {
    return false
  }
}

/** Package managers put the launcher of this package on the PATH under the same name. It would look for the program again. */
const isProgram = (file: string) => isExecutable(file) && !realpathSync(file).endsWith('.js')
