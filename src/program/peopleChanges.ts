import { InvalidArgumentError } from 'commander'
import { OperationalError } from '../base/errors.ts'
import { escapeControls } from '../base/visibleText.ts'
import { ChangedByPeople, requirePeopleChanges } from '../seeding/decide/people.ts'
import type { PeopleOptions, SeedOptions } from '../seeding/options.ts'
import type { PeopleChange, PeopleWay } from '../seeding/report/peopleChange.ts'
import type { Report } from '../seeding/report/report.ts'
import { lineOf, peopleLines } from './output/dryRun/people.ts'
import { printLine } from './output/write.ts'
import { select } from './prompts.ts'

const ways = ['ask', 'keep', 'overwrite', 'fail'] as const

/** What is done with changes by people: what `--people` says. */
export type PeopleFlag = (typeof ways)[number]

/** Parses the value of --people. @throws InvalidArgumentError */
export const parsePeopleFlag = (text: string): PeopleFlag => {
  const way = ways.find((name) => name === text)
  if (way) return way
  throw new InvalidArgumentError(`Give one of ${ways.join(', ')}.`)
}

/** What a seed does without --people: it asks in a terminal. */
export const defaultWay = (): PeopleFlag => (process.stdin.isTTY ? 'ask' : 'overwrite')

/**
 * Seeds, and has it decided what happens to what people have changed. A seed that finds something to ask about changes nothing, and is repeated with
 * the answers.
 * @throws ChangedByPeople; OperationalError if the answer is to change nothing
 */
export const seedAsDecided = async (
  way: PeopleFlag,
  seed: (options: Pick<SeedOptions, 'people'>, check?: (report: Report) => void) => Promise<Report>,
): Promise<Report> => {
  if (way === 'keep' || way === 'overwrite') return seed({ people: { way } })
  try {
    return await seed({}, requirePeopleChanges([]))
  } catch (error) {
    if (!(error instanceof ChangedByPeople)) throw error
    if (way === 'fail') throw error
    for (const line of peopleLines(error.report, { isDecided: false })) printLine(escapeControls(line))
    const { changed_by_people, more_changed_by_people } = error.report
    if (!process.stdin.isTTY || more_changed_by_people > 0) throw error
    const people = await askForWay(changed_by_people)
    return await seed({ people }, requireUnchanged(changed_by_people))
  }
}

const requireUnchanged = (expected: readonly PeopleChange[]) => (report: Report) => {
  try {
    requirePeopleChanges(expected)(report)
  } catch {
    throw new OperationalError('People have changed more meanwhile. Nothing was changed; try again.')
  }
}

const choices: { value: PeopleWay; label: string }[] = [
  { value: 'keep', label: 'Keep what people have changed' },
  { value: 'overwrite', label: 'Take what the file has' },
]

const askForWay = async (changes: readonly PeopleChange[]): Promise<PeopleOptions> => {
  const answer = await select<PeopleWay | 'each' | 'stop'>('What should be done with these?', [
    ...choices,
    { value: 'each', label: 'Decide about each' },
    { value: 'stop', label: 'Change nothing' },
  ])
  if (answer === 'stop') throw new OperationalError('Nothing was changed.')
  if (answer !== 'each') return { way: answer }
  const answers = new Map<string, PeopleWay>()
  for (const change of changes) answers.set(change.path, await select(escapeControls(lineOf(change)), choices))
  return { way: 'keep', choices: answers }
}
