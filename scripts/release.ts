// Builds everything that people install into dist/release: `bun scripts/release.ts [folder] [--target NAME]…`.
//   folder         a new or empty folder; by default dist/release, which is replaced
//   --target NAME  builds only for this platform; can be given several times. By default for all of them
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildConsole } from './buildConsole.ts'
import { buildTarget, installRuntimes } from './release/executables.ts'
import { targets as allTargets } from './release/targets.ts'

const { values, positionals } = parseArgs({
  options: { target: { type: 'string', multiple: true } },
  allowPositionals: true,
})

const fail = (message: string): never => {
  console.error(message)
  process.exit(1)
}

const known = allTargets.map(({ name }) => name)
for (const name of values.target ?? [])
  if (!known.includes(name)) fail(`There is no target ${name}. There are ${known.join(', ')}.`)
const targets = allTargets.filter(({ name }) => values.target?.includes(name) ?? true)

const [given] = positionals
const folder = resolve(given ?? 'dist/release')
if (given === undefined) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
if (readdirSync(folder).length > 0) fail(`${folder} is not empty. Name a new folder.`)

const work = mkdtempSync(join(tmpdir(), 'music-library-release-'))
try {
  installRuntimes(targets, join(work, 'runtimes'))
  await buildConsole()
  for (const target of targets) {
    const executable = join(work, target.name, target.executable)
    await buildTarget(target, join(work, 'runtimes'), executable)
    console.log(`${target.name}: ${Math.round(Bun.file(executable).size / 1e6)} MB`)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
