import { expect } from 'bun:test'
import { OperationalError } from '../../../../src/base/errors.ts'
import type { Random } from '../../../../src/base/random.ts'
import { type ResourceName, resourceNames, resources } from '../../../../src/catalogue/resources.ts'
import { mergeIntoFile } from '../../../../src/seeding/merge/mergeIntoFile.ts'
import type { PeopleOptions } from '../../../../src/seeding/options.ts'
import { InvalidCatalogue } from '../../../../src/seeding/read/problems.ts'
import type { PeopleChange, PeopleWay } from '../../../../src/seeding/report/peopleChange.ts'
import type { Report } from '../../../../src/seeding/report/report.ts'
import { exportText } from '../../../support/catalogue.ts'
import type { TestLibrary } from '../../../support/library.ts'
import { seedText } from '../../../support/seedText.ts'
import { fileOf, type LibraryValues, type Members, type RandomFile, readValues, type State } from './values.ts'

interface Options {
  prune: boolean
  people: PeopleOptions
}

const withoutProblems = (error: unknown) => {
  if (!(error instanceof InvalidCatalogue)) throw error
  return undefined
}

const pathsOf = (state: State) =>
  resourceNames.flatMap((name) => [...state[name]].map(([id, record]) => ({ name, id, record, path: `${name}/${id}` })))

/** Seeds files, and checks that nothing of what people have changed is lost unless a report says so. */
export class PeopleRun {
  /** What the last seed has left. */
  private last: State | undefined
  private lastFile = { text: '', prune: false }
  /** The records that seeds have created, and that people have not deleted, as `labels/3`. */
  private readonly seeded = new Set<string>()
  /** What people have ever changed, created or deleted, as `labels/3/name` and `labels/3`. */
  private readonly touched = new Set<string>()
  private seedCount = 0

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

  /** Seeds a file with a random decision about each change. @returns whether it has no problems */
  async seedRandomly(file: RandomFile): Promise<boolean> {
    const prune = this.random() < 0.3
    const way: PeopleWay = this.random() < 0.6 ? 'keep' : 'overwrite'
    const choices = new Map<string, PeopleWay>()
    const options = { prune, people: { way, choices } }
    const preview = await seedText(this.database, JSON.stringify(file), { ...options, dryRun: true }).catch(
      withoutProblems,
    )
    if (this.random() < 0.4)
      for (const { path } of preview?.changed_by_people ?? [])
        choices.set(path, this.random() < 0.5 ? 'keep' : 'overwrite')
    return preview !== undefined && this.seed(file, options)
  }

  /** Seeds a file twice. @returns whether it has no problems */
  async seed(file: RandomFile, options: Options): Promise<boolean> {
    const text = JSON.stringify(file)
    if (!(await this.seedOnce(text, options))) return false
    const after = await readValues(this.database)
    const second = await this.seedOnce(text, options)
    expect([second?.changed_by_people, (await readValues(this.database)).state]).toEqual([[], after.state])
    for (const { created, updated, merged, deleted } of Object.values(second?.sections ?? {}))
      expect([created, updated, merged, deleted]).toEqual([0, 0, 0, 0])
    return true
  }

  /** Seeds an export of the library, which changes nothing, unless it has to give records keys. */
  async seedExport(prune: boolean): Promise<void> {
    const text = await exportText(this.database)
    const before = await readValues(this.database)
    const withKey = pathsOf(before.state).filter(({ record }) => record.key !== null)
    const file = fileOf(text)
    if (resourceNames.flatMap((name) => file[name].filter(({ key }) => key !== undefined)).length > withKey.length)
      return
    const report = await this.seedOnce(text, { prune, people: { way: 'overwrite' } })
    expect([report?.changed_by_people, (await readValues(this.database)).state]).toEqual([[], before.state])
  }

  /**
   * Seeds the file into which what people have changed was merged. What people have added, and the file does not get, is all that is left to decide.
   * @returns the file; undefined if it has problems
   */
  async seedMerged(file: RandomFile, prune: boolean): Promise<RandomFile | undefined> {
    const before = await readValues(this.database)
    const text = JSON.stringify(file)
    const keep: Options = { prune, people: { way: 'keep' } }
    if (!(await seedText(this.database, text, { ...keep, dryRun: true }).catch(withoutProblems))) return
    const withNew = this.random() < 0.5
    const merged = await mergeIntoFile(this.database, text, { withNew, prune }).catch((error) => {
      // A name that two records share can't be written.
      if (error instanceof OperationalError && /fits several|^Several |has the same/.test(error.message)) return
      throw error
    })
    if (!merged) return
    expect(await readValues(this.database)).toEqual(before)
    const isSameFile = text === this.lastFile.text && (this.lastFile.prune || !prune)
    const report = await this.seedOnce(merged.text, withNew ? { prune, people: { way: 'overwrite' } } : keep)
    if (!report) throw new Error(`The merged file has problems:\n${text}\n${merged.text}`)
    expect(report.changed_by_people.filter(({ kind }) => withNew || kind !== 'added')).toEqual([])
    // A record that people have restored may get the key of its entry. One that they have added with the name of an entry follows the file.
    if (isSameFile) expect(this.seededOf(await readValues(this.database))).toEqual(this.seededOf(before))
    return fileOf(merged.text)
  }

  private seededOf({ state }: LibraryValues) {
    const seeded = pathsOf(state).filter(({ path }) => this.seeded.has(path))
    return seeded.map(({ path, record: { key, ...others } }) => [path, others])
  }

  /** @returns the report; undefined if the file has problems */
  private async seedOnce(text: string, options: Options): Promise<Report | undefined> {
    const before = await readValues(this.database)
    const fresh = this.notePeople(before.state)
    const preview = await seedText(this.database, text, { ...options, dryRun: true }).catch(withoutProblems)
    if (!preview) return
    const report = await seedText(this.database, text, options)
    expect(report).toEqual(preview)
    const after = await readValues(this.database)
    this.checkListed(report.changed_by_people, options.people, before.state, after.state)
    this.checkFresh(fresh, report, fileOf(text), before.state, after.state)
    expect(after.likes).toEqual(before.likes.filter(({ track_id }) => after.state.tracks.has(track_id)))
    for (const { name, id, path } of pathsOf(after.state)) if (!before.state[name].has(id)) this.seeded.add(path)
    this.last = after.state
    this.lastFile = { text, prune: options.prune }
    this.seedCount++
    return report
  }

  /** Notes what people have changed since the last seed. @returns the paths of it, those of deleted records included */
  private notePeople(state: State): Set<string> {
    const fresh = new Set<string>()
    const { last } = this
    if (!last) return fresh
    for (const { name, id, record, path } of pathsOf(state)) {
      const old = last[name].get(id)
      if (!old) fresh.add(path)
      for (const [member, value] of Object.entries(record))
        if (old && !Bun.deepEquals(old[member], value)) fresh.add(path).add(`${path}/${member}`)
    }
    for (const { name, id, path } of pathsOf(last)) if (!state[name].has(id)) fresh.add(path)
    for (const path of fresh) this.touched.add(path)
    return fresh
  }

  /** What is listed was changed by people, and is kept or not as it was decided. */
  private checkListed(listed: readonly PeopleChange[], people: PeopleOptions, before: State, after: State) {
    for (const { section, id, kind, member, path, is_kept } of listed) {
      const [record, from, to] = [`${section}/${id}`, before[section].get(id), after[section].get(id)]
      const isTouched = this.touched.has(path) || (this.touched.has(record) && !this.last?.[section].has(id))
      expect([path, kind, isTouched || kind === 'referenced']).toEqual([path, kind, true])
      expect([path, is_kept]).toEqual([path, (people.choices?.get(path) ?? people.way) === 'keep'])
      if (kind === 'deleted') expect([path, to]).toEqual([path, undefined])
      else if (member === undefined) expect([path, to !== undefined]).toEqual([path, is_kept])
      else if (is_kept && !losesReference(section, member, from?.[member], after))
        expect([path, to?.[member]]).toEqual([path, from?.[member]])
    }
  }

  /** What people have changed since the last seed stays as it is, unless the report lists it. */
  private checkFresh(fresh: ReadonlySet<string>, report: Report, file: RandomFile, before: State, after: State) {
    const overwritten = new Set(report.changed_by_people.flatMap(({ path, is_kept }) => (is_kept ? [] : [path])))
    const created = (name: ResourceName) => [...after[name]].filter(([id]) => !before[name].has(id))
    for (const path of fresh) {
      const [name, number, member] = path.split('/') as [ResourceName, string, string?]
      const [old, from, to] = [this.last, before, after].map((state) => state?.[name].get(Number(number)))
      const isSeeded = this.seeded.has(path.split('/', 2).join('/'))
      if (member !== undefined) {
        if (!isSeeded || !to || overwritten.has(path) || losesReference(name, member, old?.[member], before)) continue
        if (!losesReference(name, member, from?.[member], after))
          expect([path, to[member]]).toEqual([path, from?.[member]])
      } else if (from && !to) {
        const isByEntry =
          report.sections[name].merged > 0 || (!isSeeded && file[name].some((entry) => 'delete' in entry))
        expect([path, overwritten.has(path) || isByEntry]).toEqual([path, true])
      } else if (!from && old) {
        const again = created(name).some(([, record]) => isSameIdentity(name, record, old))
        expect([path, isSeeded && again && !overwritten.has(path)]).toEqual([path, false])
        this.seeded.delete(path)
      }
    }
  }
}

/** Whether two records are the same without a key. */
const isSameIdentity = (name: ResourceName, a: Members, b: Members) =>
  resources[name].identity.every((member) => a[member] === b[member])

/** Whether a value refers to a record that is gone. */
const losesReference = (name: ResourceName, member: string, value: unknown, state: State): boolean => {
  const target = resources[name].targets[member]
  return target !== undefined && [value].flat().some((id) => typeof id === 'number' && !state[target].has(id))
}
