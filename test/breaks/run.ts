// The long form of the test: `bun run test --breaks [count] [seed]`. It makes small breaks in a copy of src/, and tells those that no test sees.
//   count  how many breaks; 60 by default
//   seed   selects them; random by default
// dist/breaks-SEED.json holds the breaks and what was seen of them at each commit. The same seed goes on where a run has ended; after another commit it breaks the same
// lines again. The copy is the last commit. Each break is made alone for the tests of its folder. Those that they do not see are made together for all tests but
// those of the browser and of a release; then the tests that fail run with each break alone, until all tests pass with the rest of the breaks.

import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '../../src/base/random.ts'
import { emptyFolder } from '../support/folder.ts'
import { applyBreak, type Break, breakKinds, findBreaks } from './findBreaks.ts'
import { createTestRunner, describeFailure } from './runTests.ts'

interface Result {
  broken: Break
  /** By commit: the test that failed; null if none did, "near" while only those of the folder have run, and "gone" if the line does not stand any more. */
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
const runner = createTestRunner(tree)

/** Makes breaks in the tree while a function runs. One whose line has gone, or lies in what another one replaces, is left out. */
const withBreaks = async <T>(broken: Break[], run: (made: Break[]) => Promise<T>): Promise<T> => {
  const made: Break[] = []
  for (const one of broken) {
    const path = join(tree, one.file)
    const after = existsSync(path) ? applyBreak(await Bun.file(path).text(), one) : undefined
    if (after === undefined) continue
    await Bun.write(path, after)
    made.push(one)
  }
  try {
    return await run(made)
  } finally {
    await Bun.$`git checkout --quiet src`.cwd(tree)
  }
}

const note = async ({ broken, seenBy }: Result, seen: string | null) => {
  const earlier = Object.values(seenBy).find((test) => test !== null && test !== 'near' && test !== 'gone')
  seenBy[commit] = seen
  await Bun.write(resultsFile, JSON.stringify(results, null, 2))
  const { file, kind, line, before, after } = broken
  console.log(`${file}, ${kind}: ${seen ?? `NOT SEEN${earlier ? `; ${earlier} saw it before` : ''}`}`)
  if (seen === null) console.log(`  ${line}\n  ${before.slice(0, 200)} → ${after.slice(0, 200)}`)
}

console.log(`Seed ${seed}, ${results.length} breaks, commit ${commit}`)
for (const result of results.filter(({ seenBy }) => !(commit in seenBy))) {
  const seenIn = Object.values(result.seenBy).at(-1)?.split(': ')[0]
  const seen = await withBreaks([result.broken], async ([made]) => {
    if (!made) return 'gone'
    const failure = await runner.runNear(made.file, seenIn)
    return failure ? describeFailure(failure) : 'near'
  })
  await note(result, seen)
}
for (;;) {
  const rest = results.filter(({ seenBy }) => seenBy[commit] === 'near')
  const broken = rest.map((result) => result.broken)
  const failures = await withBreaks(broken, runner.runAll)
  console.log(`${rest.length} breaks at once: ${failures.length} tests fail`)
  for (const result of rest) {
    const failure = await withBreaks([result.broken], () => runner.runAgain(failures))
    if (failure) await note(result, describeFailure(failure))
  }
  if (rest.some(({ seenBy }) => seenBy[commit] !== 'near')) continue
  for (const failure of failures) console.log(`Only with all of them: ${describeFailure(failure)}`)
  for (const result of rest) await note(result, null)
  break
}
const unseen = results.filter(({ seenBy }) => seenBy[commit] === null)
console.log(`${results.length - unseen.length} seen or gone, ${unseen.length} not seen`)
