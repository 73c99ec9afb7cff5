import { dirname, join } from 'node:path'
import { platformPackageName } from '../scripts/package/platformPackage.ts'
import { targets } from '../scripts/release/targets.ts'
import { resolveInstalled } from './installed.ts'

// An executable is in a package of its own for each platform, on which the package `music-library` depends optionally. The package manager
// installs the one that fits.

const candidates = () => targets.filter(({ os, cpu }) => os === process.platform && cpu === process.arch)

/** The names of the packages for this platform; none if it has no executable. On Linux there is one for each C library. */
export const platformPackages = (): string[] => candidates().map(platformPackageName)

/** The path of the executable in the package for this platform; undefined if it is not installed. */
export const findPlatformExecutable = (): string | undefined => {
  const installed = candidates().flatMap((target) => {
    const folder = findPackage(platformPackageName(target))
    return folder === undefined ? [] : [{ libc: target.libc, file: join(folder, target.executable) }]
  })
  // Older package managers install those of both C libraries.
  const fitting = installed.length > 1 ? installed.find(({ libc }) => libc === readLibc()) : installed[0]
  return fitting?.file
}

const findPackage = (name: string) => {
  const manifest = resolveInstalled(`${name}/package.json`)
  return manifest && dirname(manifest)
}

/** The C library of this system. Only for Linux. */
export const readLibc = (): 'glibc' | 'musl' => {
  // The report has the type `object`.
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
}
