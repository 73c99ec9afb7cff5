import { expect } from 'bun:test'
import { OperationalError } from '../../../../src/base/errors.ts'
import { fromKeys } from '../../../../src/base/objects.ts'
import type { Random } from '../../../../src/base/random.ts'
import { resourceNames } from '../../../../src/catalogue/resources.ts'
import { mergeIntoFile } from '../../../../src/seeding/merge/mergeIntoFile.ts'
import type { Report } from '../../../../src/seeding/report/report.ts'
import { exportText } from '../../../support/catalogue.ts'
import type { TestLibrary } from '../../../support/library.ts'
import { seedText } from '../../../support/seedText.ts'
import { RowOfRenames, Unclear } from './match.ts'
import { type ModelOptions, Prediction, type Way } from './predict.ts'
import {
  emptyBases,
  fileOf,
  isSame,
  type LastSeed,
  type LibraryValues,
  type Members,
  type RandomFile,
  readValues,
} from './values.ts'

const lineOf = ({ section, kind, id, member }: Report['changed_by_people'][number]) =>
  [section, kind, id, member].filter((part) => part !== undefined).join(' ')

const linesOf = ({ changed_by_people }: Report) => changed_by_people.map(lineOf).sort()

/** Seeds files, and compares what each seed lists and changes with the model. */
export class ModelRun {
  private bases: LastSeed = emptyBases()
  private keptNew: ReadonlySet<string> = new Set()
  private lastText = ''
  private lastPrune = false
  private seedCount = 0
  private unclear: Unclear | undefined

  constructor(
    private readonly library: TestLibrary,
    private readonly random: Random,
  ) {}

  requireSeeds(): void {
    expect(this.seedCount).toBeGreaterThan(1)
  }

  private get database() {
    return this.library.library
  }

  private predict(values: LibraryValues, file: RandomFile, options: ModelOptions): Prediction | undefined {
    try {
      return new Prediction(values, this.bases, file, options, this.keptNew)
    } catch (error) {
      if (!(error instanceof Unclear)) throw error
      this.unclear = error
      return
    }
  }

  /** Seeds a file with a random decision about each change. @returns whether the model takes it */
  async seedRandomly(file: RandomFile): Promise<boolean> {
    const prune = this.random() < 0.3
    const way: Way = this.random() < 0.6 ? 'keep' : 'overwrite'
    const choices = new Map<string, Way>()
    const prediction = this.predict(await readValues(this.database), file, { prune, people: { way, choices } })
    if (this.random() < 0.4)
      for (const line of prediction?.listed ?? []) {
        const [section, , ...rest] = line.split(' ')
        choices.set([section, ...rest].join('/'), this.random() < 0.5 ? 'keep' : 'overwrite')
      }
    return this.seed(file, { prune, people: { way, choices } })
  }

  /** Seeds a file twice. @returns whether the model takes it */
  async seed(file: RandomFile, options: ModelOptions): Promise<boolean> {
    const before = await readValues(this.database)
    const prediction = this.predict(before, file, options)
    if (!prediction) return false
    const text = JSON.stringify(file)
    await this.seedOnce(text, options, prediction, before)
    const after = await readValues(this.database)
    expectKept(prediction, before, after)
    const again = this.predict(after, file, options)
    if (!again) throw new Error('The file is not clear when it is seeded again.')
    const second = await this.seedOnce(text, options, again, after)
    expect(linesOf(second)).toEqual([])
    for (const { created, updated, merged, deleted } of Object.values(second.sections))
      expect({ created, updated, merged, deleted }).toEqual({ created: 0, updated: 0, merged: 0, deleted: 0 })
    expect((await readValues(this.database)).state).toEqual(after.state)
    this.lastText = text
    this.lastPrune = options.prune
    this.seedCount++
    return true
  }

  private async seedOnce(text: string, options: ModelOptions, prediction: Prediction, before: LibraryValues) {
    const preview = await seedText(this.database, text, { ...options, dryRun: true })
    expect(linesOf(preview)).toEqual(prediction.listed.toSorted())
    const report = await seedText(this.database, text, options)
    expect(report).toEqual(preview)
    expect(
      report.changed_by_people
        .filter(({ is_kept }) => is_kept)
        .map(lineOf)
        .sort(),
    ).toEqual(prediction.kept.toSorted())
    expect([report.kept_before, report.without_base]).toEqual([prediction.keptBefore, prediction.withoutBase])
    const after = await readValues(this.database)
    expect(after.state).toEqual(prediction.state)
    const expectedLikes = before.likes.filter(({ track_id }) => prediction.state.tracks.has(track_id))
    expect(after.likes).toEqual(expectedLikes)
    this.bases = prediction.bases
    this.keptNew = prediction.keptNew
    return report
  }

  /** Seeds an export of the library, which changes nothing, unless it has to give records keys. */
  async seedExport(prune: boolean): Promise<void> {
    const text = await exportText(this.database)
    const before = await readValues(this.database)
    const file = fileOf(text)
    const options: ModelOptions = { prune, people: { way: 'overwrite', choices: new Map() } }
    const keyCount = resourceNames.flatMap((name) => [...before.state[name].values()].filter(({ key }) => key !== null))
    if (resourceNames.flatMap((name) => file[name].filter(({ key }) => key !== undefined)).length > keyCount.length)
      return
    const prediction = this.predict(before, file, options)
    if (!prediction) throw new Error('The export is not clear.')
    const report = await this.seedOnce(text, options, prediction, before)
    expect(linesOf(report)).toEqual([])
    expect((await readValues(this.database)).state).toEqual(before.state)
    this.lastText = text
    this.lastPrune = options.prune
  }

  /**
   * Seeds the file into which what people have changed was merged.
   * @returns it; undefined if the model does not take the file
   */
  async seedMerged(file: RandomFile, prune: boolean): Promise<RandomFile | undefined> {
    const before = await readValues(this.database)
    const withNew = this.random() < 0.5
    const keep: ModelOptions = { prune, people: { way: 'keep', choices: new Map() }, keepsNew: withNew }
    const prediction = this.predict(before, file, keep)
    if (!prediction) return
    const text = JSON.stringify(file)
    const merged = await mergeIntoFile(this.database, text, { withNew, prune }).catch((error) => {
      // A name that two records share can't be written.
      if (error instanceof OperationalError && /fits several|^Several |has the same/.test(error.message)) return
      throw error
    })
    if (!merged) return
    expect(await readValues(this.database)).toEqual(before)
    const mergedFile = fileOf(merged.text)
    // What people have added, and the file does not get, is the only thing that is left to decide.
    const way = withNew ? 'overwrite' : 'keep'
    const options: ModelOptions = { prune, people: { way, choices: new Map() } }
    const mergedPrediction = this.predict(before, mergedFile, options)
    if (!mergedPrediction && this.unclear instanceof RowOfRenames) return
    if (!mergedPrediction) throw new Error(`The merged file is not clear:\n${text}\n${merged.text}`)
    const { bases } = this
    const report = await this.seedOnce(merged.text, options, mergedPrediction, before)
    expect(linesOf(report).filter((line) => withNew || !line.includes(' added '))).toEqual([])
    const after = await readValues(this.database)
    expectKept(prediction, before, after)
    // A record that people have restored may get the key of its entry. One that they have added with the name of an entry follows the file.
    if (text === this.lastText && (this.lastPrune || !prune))
      expect(withoutKeys(after, bases)).toEqual(withoutKeys(before, bases))
    this.lastText = merged.text
    this.lastPrune = prune
    this.seedCount++
    return mergedFile
  }
}

/** The records that seeds have had. */
const withoutKeys = ({ state }: LibraryValues, bases: LastSeed) =>
  fromKeys(resourceNames, (name) => {
    const seeded = [...state[name]].filter(([id]) => bases[name].has(id))
    return new Map(seeded.map(([id, { key, ...others }]) => [id, others]))
  })

/** What was kept is as it was, but for references to what the file itself deletes or merges. */
const expectKept = ({ kept, removed }: Prediction, before: LibraryValues, after: LibraryValues) => {
  for (const line of kept) {
    const [section = '', kind, id, member = ''] = line.split(' ')
    const name = resourceNames.find((other) => other === section) ?? 'labels'
    const [from, to] = [before, after].map(({ state }) => state[name].get(Number(id)))
    if (kind === 'deleted') expect(to).toBeUndefined()
    else if (member === '') expect([line, to?.key]).toEqual([line, from?.key])
    else if (!refersTo(from, member, removed)) expect([line, to?.[member]]).toEqual([line, from?.[member]])
  }
}

const refersTo = (record: Members | undefined, member: string, removed: ReadonlySet<string>) => {
  const value = record?.[member]
  const ids = [...removed].map((path) => Number(path.split('/')[1]))
  return [value].flat().some((id) => ids.some((other) => isSame(other, id)))
}
