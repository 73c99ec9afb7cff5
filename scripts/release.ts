// Builds everything that people install into dist/release: `bun scripts/release.ts [folder] [--target NAME]…`.
//   folder                 a new or empty folder; by default dist/release, which is replaced
//   --target NAME          builds only for this platform; can be given several times. By default for all of them
//   --platform-packages    builds the npm packages with the executables, too, and has the first package depend on them
//   --compression-level N  from 0, fast, to 9, small; by default 6
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildAssets } from './buildAssets.ts'
import { writeArchives } from './release/archives.ts'
import { writeChecksums } from './release/checksums.ts'
import { writeDebs } from './release/deb.ts'
import { buildExecutables, installRuntimes } from './release/executables.ts'
import { writeImage } from './release/image/image.ts'
import { listFiles } from './release/listFiles.ts'
import { writeNpmPackages } from './release/npm.ts'
import { requirePrograms } from './release/programs.ts'
import type { Step } from './release/release.ts'
import { writeSbom } from './release/sbom.ts'
import { writeSecurityTxt } from './release/securityTxt.ts'
import { targets as allTargets } from './release/targets.ts'
import { readReleaseVersion } from './release/version.ts'

/** They are independent of each other, and mostly compress with one processor. */
const steps: Step[] = [writeArchives, writeDebs, writeImage, writeSbom, writeNpmPackages, writeSecurityTxt]

// The times in a zip file have no zone, and modes of folders would follow the umask of the caller.
process.env.TZ = 'UTC'
process.umask(0o022)

const readArguments = () => {
  const { values, positionals } = parseArgs({
    options: {
      target: { type: 'string', multiple: true },
      'platform-packages': { type: 'boolean', default: false },
      'compression-level': { type: 'string', default: '6' },
    },
    allowPositionals: true,
  })
  const known = allTargets.map(({ name }) => name)
  for (const name of values.target ?? []) {
    if (!known.includes(name)) throw new Error(`There is no target ${name}. There are ${known.join(', ')}.`)
  }
  const targets = allTargets.filter(({ name }) => values.target?.includes(name) ?? true)
  const level = values['compression-level']
  if (!/^\d$/.test(level)) throw new Error(`The compression level is "${level}". It must be a digit.`)
  const platformPackages = values['platform-packages']
  return { targets, platformPackages, compressionLevel: Number(level), folder: positionals[0] }
}

/** An empty folder: the given one, or dist/release. */
const prepareFolder = (given?: string) => {
  const folder = resolve(given ?? 'dist/release')
  if (given === undefined) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty. Name a new folder.`)
  return folder
}

const release = async () => {
  const { targets, platformPackages, compressionLevel, folder: given } = readArguments()
  requirePrograms()
  const { version, date, isReleased } = await readReleaseVersion()
  if (!isReleased) console.log(`CHANGELOG.md has no date for ${version}: this is a release to try.`)
  const folder = prepareFolder(given)
  const work = mkdtempSync(join(tmpdir(), 'music-library-release-'))
  try {
    installRuntimes(targets, join(work, 'runtimes'))
    await buildAssets()
    const executables = await buildExecutables(targets, join(work, 'runtimes'), join(work, 'executables'))
    const input = { version, date, executables, platformPackages, compressionLevel, folder, work }
    const results = await Promise.allSettled(steps.map((step) => step(input)))
    for (const result of results) if (result.status === 'rejected') throw result.reason
    await writeChecksums(input)
    for (const name of listFiles(folder))
      console.log(`${name}: ${(Bun.file(join(folder, name)).size / 1e6).toFixed(1)} MB`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

try {
  await release()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
