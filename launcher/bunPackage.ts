import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { resolveInstalled } from './installed.ts'
import { readLibc } from './platformPackage.ts'

/**
 * The path of Bun in the package `bun` of npm; undefined if it is not installed. Only npm's scripts have it on the PATH. It is in a package
 * for the platform, from which the script that runs after the installation moves it. Package managers don't always run that script.
 */
export const findBunPackage = (): string | undefined => {
  const manifest = resolveInstalled('bun/package.json')
  if (manifest === undefined) return
  const platform = resolveInstalled(`${platformPackageOfBun()}/package.json`, [manifest])
  const unmoved = platform && join(dirname(platform), 'bin', process.platform === 'win32' ? 'bun.exe' : 'bun')
  // Every platform has this name.
  return [unmoved, join(dirname(manifest), 'bin/bun.exe')].find((file) => file !== undefined && existsSync(file))
}

const platformPackageOfBun = () => {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const cpu = process.arch === 'arm64' ? 'aarch64' : process.arch
  const musl = process.platform === 'linux' && readLibc() === 'musl' ? '-musl' : ''
  return `@oven/bun-${os}-${cpu}${musl}`
}
