// The long form: `bun run test:crash [kills] [seed]`, 100 kills of the server and 30 of each command by default.

import { emptyFolder } from '../support/folder.ts'
import { numbers } from '../support/random.ts'
import { type Figures, killBackingUp, killSeeding, killServing, killUpgrading } from './crash.ts'

const [kills = 100, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const few = Math.ceil(kills * 0.3)
const random = numbers(seed)
console.log(`Seed ${seed}`)

const parts: [string, (folder: string) => Promise<Figures>][] = [
  ['serve', (folder) => killServing(folder, kills, random)],
  ['seed', (folder) => killSeeding(folder, few, random)],
  ['upgrade', (folder) => killUpgrading(folder, few, random)],
  ['backup', (folder) => killBackingUp(folder, few, random)],
]
let failed = 0
for (const [name, part] of parts) {
  using folder = emptyFolder()
  const { kills, checked, faults } = await part(folder.path)
  console.log(`${name.padEnd(8)} ${kills} kills, ${checked} checked, ${faults.length} faults`)
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  if (faults.length > 0) failed++
}
console.log(`${parts.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
