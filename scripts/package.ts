// Builds the package that other programs install: `bun scripts/package.ts [folder]`.
//   folder  a new or empty folder; by default dist/package, which is replaced
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildPackage } from './package/buildPackage.ts'

const given = process.argv[2]
const folder = resolve(given ?? join(import.meta.dir, '../dist/package'))

if (given === undefined) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
if (readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty. Name a new folder.`)
  process.exit(1)
}

await buildPackage(folder, { platformPackages: false })
console.log(`${folder}: pack it with "npm pack ${folder}"`)
