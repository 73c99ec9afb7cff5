// The long form of the test: `bun run test --breaks [count] [seed]`. It makes small breaks in a copy of src/, one at a time, and tells those that no test sees.
//   count  how many breaks; 60 by default
//   seed   selects them; random by default
// dist/breaks-SEED.json holds the breaks and what was seen of them at each commit. The same seed goes on where a run has ended; after another commit it breaks the same
// lines again. The copy is the last commit. First run the tests of the broken folder, then all others without those of the browser and of a release.

import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '../../src/base/random.ts'
import { emptyFolder } from '../support/folder.ts'
import { applyBreak, type Break, breakKinds, findBreaks } from './findBreaks.ts'
import { createBroken } from './runTests.ts'

interface Result {
  broken: Break
  /** By commit: the test that failed; null if none did, and "gone" if the line does not stand any more. */
  seenBy: Record<string, string | null>
}

const [count = 60, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const resultsFile = `dist/breaks-${seed}.json`
const git = async (...args: string[]) => (await Bun.$`git ${args}`.text()).trim()
const commit = await git('rev-parse', '--short', 'HEAD')

const selectBreaks = async (): Promise<Result[]> => {
  const random = createRandom(seed)
  const files = (await git('ls-files', 'src/*.ts')).split('\n').filter((file) => !file.endsWith('.d.ts'))
  const found = (await Promise.all(files.map(async (file) => findBreaks(file, await Bun.file(file).text())))).flat()
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T // they are not empty
  return Array.from({ length: count }, () => {
    const kind = pick(breakKinds)
    return { broken: pick(found.filter((one) => one.kind === kind)), seenBy: {} }
  })
}

const results: Result[] = existsSync(resultsFile) ? await Bun.file(resultsFile).json() : await selectBreaks()
mkdirSync('dist', { recursive: true })

using folder = emptyFolder()
const tree = join(folder.path, 'tree')
await git('clone', '--quiet', '.', tree)
await Bun.$`cp -al node_modules ${tree}`
if (existsSync('web/dist')) cpSync('web/dist', join(tree, 'web/dist'), { recursive: true })

console.log(`Seed ${seed}, ${results.length} breaks, commit ${commit}`)
for (const [index, { broken, seenBy }] of results.entries()) {
  if (commit in seenBy) continue
  const path = join(tree, broken.file)
  const text = (await Bun.file(path).exists()) ? await Bun.file(path).text() : ''
  const after = applyBreak(text, broken)
  const before = Object.values(seenBy).at(-1)
  const startedAt = performance.now()
  if (after === undefined) seenBy[commit] = 'gone'
  else {
    await Bun.write(path, after)
    seenBy[commit] = await createBroken(tree, broken.file).findFailure(before)
    await Bun.write(path, text)
  }
  await Bun.write(resultsFile, JSON.stringify(results, null, 2))
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`${index + 1} ${broken.file}, ${broken.kind}, ${seconds} s: ${seenBy[commit] ?? 'NOT SEEN'}`)
}
const unseen = results.filter(({ seenBy }) => seenBy[commit] === null)
for (const { broken, seenBy } of unseen) {
  const { file, line, before, after } = broken
  const earlier = Object.values(seenBy).find((test) => test !== null && test !== 'gone')
  console.log(`\n${file}: ${line}\n  ${before.slice(0, 200)} → ${after.slice(0, 200)}`)
  if (earlier) console.log(`  ${earlier} saw it before.`)
}
console.log(`${results.length - unseen.length} seen or gone, ${unseen.length} not seen`)
