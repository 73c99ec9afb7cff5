import { expect, test } from 'bun:test'
import { createRandom, type Random } from '../../../../src/base/random.ts'
import { pick, randomIndex } from '../../../cache/randomRequests.ts'
import { binary } from '../../../support/binary.ts'
import { kindOfBlue } from '../../../support/catalogue.ts'
import { startTestLibrary, type TestLibrary } from '../../../support/library.ts'
import { amount, everyNth, isLongForm } from '../../../support/longForm.ts'
import { seedText } from '../../../support/seedText.ts'
import type { Dialogue } from '../../../support/terminal.ts'
import { newestEntry } from '../../../support/undo.ts'
import { randomMerge, randomPreview, randomSeed } from './commandLines.ts'
import { createRandomFile, createSecondFile, editFile } from './editFile.ts'
import { sendPeopleWrite } from './peopleWrites.ts'
import { TwoPrograms } from './twoPrograms.ts'
import { fileOf, type RandomFile, readValues } from './values.ts'

// Random files, writes of people, and command lines: another executable and these sources print and do the same.

/**
 * `OTHER_EXECUTABLE` is one of this program, such as that of an earlier commit; by default one of these sources.
 * `SEED=5` repeats the case with this seed, and `FIRST_SEED=2001` goes on where an earlier run has ended.
 */
const { OTHER_EXECUTABLE: other, SEED: only, FIRST_SEED: start = only ?? '1' } = process.env

/** Two cases run at the same time, since one of them mostly waits for the other executable. */
const pairs = other === undefined ? amount(1, 10) : amount(25, 1_000)
const firstSeeds = Array.from({ length: only === undefined ? pairs : 1 }, (_, index) => Number(start) + 2 * index)

const rounds = 3

/** How often each kind of command has ended with each exit code. */
const exits: Record<string, number> = {}

/** What must have happened, so that the comparison proves anything. */
const kinds = ['preview 0', 'preview 1', 'preview 3', 'merge 0', 'merge 1', 'seed 0', 'seed 1', 'seed 4', 'undo 0']

test.each(firstSeeds)(
  `seeds print and do the same as with ${other ?? 'the executable'} (%i and the next)`,
  async (seed) => {
    const program = other ?? (await binary())
    const results = await Promise.allSettled(
      (only === undefined ? [seed, seed + 1] : [seed]).map((each) => runCase(each, program)),
    )
    for (const result of results) if (result.status === 'rejected') throw result.reason
  },
)

if (isLongForm && only === undefined)
  test('all kinds of commands have ended in all ways', () => {
    const missing = kinds.filter((kind) => exits[kind] === undefined)
    expect(missing).toEqual([])
  })

const [down, enter] = ['\x1b[B', '\r']

/** How a person answers about two changes, by what it does. */
const dialogues: [string, Dialogue][] = [
  ['keep all', [['What should be done', enter]]],
  ['overwrite all', [['What should be done', `${down}${enter}`]]],
  ['change nothing', [['What should be done', `${down}${down}${down}${enter}`]]],
  [
    'decide each',
    [
      ['What should be done', `${down}${down}${enter}`],
      ['was deleted by', enter],
      ['title: "So What?" by', `${down}${enter}`],
    ],
  ],
]

test.each(everyNth(dialogues, 4))(
  `in a terminal, people %s as with ${other ?? 'the executable'}`,
  async (_, dialogue) => {
    await using library = await startTestLibrary()
    using programs = new TwoPrograms(library, other ?? (await binary()))
    const text = JSON.stringify(kindOfBlue)
    await programs.seed(text, [])
    await library.admin.put('/tracks/1', { title: 'So What?' })
    await library.admin.delete('/genres/1')
    await programs.seed(text, [], dialogue)
  },
)

const runCase = async (seed: number, program: string) => {
  await using library = await startTestLibrary()
  using programs = new TwoPrograms(library, program)
  const random = createRandom(seed)
  try {
    await takeRounds(random, library, programs)
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    throw new Error(`SEED=${seed}, after:\n${programs.commands.join('\n')}\n${message}`)
  }
}

const takeRounds = async (random: Random, library: TestLibrary, programs: TwoPrograms) => {
  const first = createRandomFile(random)
  const files: [RandomFile, RandomFile] = [first, createSecondFile(random, first)]
  await seedText(library.library, JSON.stringify(first))
  await programs.seed(toText(random, files[1]), [])
  for (let round = 0; round < rounds; round++) {
    for (let write = randomIndex(random, 4); write > 0; write--)
      await sendPeopleWrite(random, library, (await readValues(library.library)).state)
    const index = random() < 0.7 ? 0 : 1
    let file = files[index]
    for (let edit = randomIndex(random, 4); edit > 0; edit--) file = editFile(random, file)
    files[index] = (await seedRandomly(random, library, programs, file)) ?? files[index]
  }
  await programs.export()
}

/** @returns the file as it was seeded; undefined if it has problems */
const seedRandomly = async (random: Random, library: TestLibrary, programs: TwoPrograms, file: RandomFile) => {
  let text = toText(random, file)
  if (random() < 0.5) note('preview', await programs.seed(text, randomPreview(random)))
  if (random() < 0.3) text = note('merge', await programs.seed(text, randomMerge(random))).merged ?? text
  const isUndone = random() < 0.25
  const before = isUndone && { export: await programs.export(), entry: await newestEntry(library) }
  const { code } = note('seed', await programs.seed(text, randomSeed(random)))
  const entry = await newestEntry(library)
  if (before && entry > before.entry) {
    note('undo', await programs.undo(entry))
    expect(await programs.export()).toBe(before.export)
  }
  return code === 1 ? undefined : fileOf(text)
}

const note = <Result extends { code: number }>(kind: string, result: Result): Result => {
  const exit = `${kind} ${result.code}`
  exits[exit] = (exits[exit] ?? 0) + 1
  return result
}

/** A text in one line, or with a line for each member. */
const toText = (random: Random, file: RandomFile) => JSON.stringify(file, null, pick(random, [0, 2]))
