import { fromKeys, mapValues } from '../../base/objects.ts'
import { hasInvisible, isVisible, quoteVisibly } from '../../base/visibleText.ts'
import { type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import { requiredTextsOf } from '../../resources/fields/field.ts'
import { comparePositions, findPositions } from '../read/positions.ts'
import { pointerOf } from '../read/problems.ts'
import type { FileText } from '../read/text.ts'
import { foldName } from '../suggest.ts'
import type { Report } from './report.ts'

/** A record that a warning may name: an entry of the file, or else a record of the library. */
interface NamedRecord {
  name: string
  id: number
  index?: number
  /** Whether this seed creates or renames it. */
  isNew: boolean
}

interface FoundWarning {
  pointer: string
  describe: (position: string) => string
  otherPointer?: string
}

/** The maximum number of warnings in a report. */
const maxWarnings = 100

/** The maximum number of names of a section that others are compared with. More would take memory. */
const maxNames = 200_000

/** Seconds of a day: no track is longer, but its milliseconds are a larger number. */
const maxTrackSeconds = 86_400

const requiredTexts = mapValues(resources, ({ fields }) => requiredTextsOf(fields))

const describeDifference = (known: string, name: string) => {
  if (known.toLowerCase() === name.toLowerCase()) return 'case'
  return hasInvisible(known + name) ? "case, spaces or characters that can't be seen" : 'case or spaces'
}

/** Finds what may be a mistake in what a seed creates or changes. A second run finds nothing. */
export class WarningList {
  private readonly found: FoundWarning[] = []
  private count = 0
  /** The first record of each folded name. */
  private readonly names = fromKeys(resourceNames, () => new Map<string, NamedRecord>())

  /**
   * Adds the name of a record, and a warning if another name differs only in case, spaces or characters that can't be seen.
   * @param member - the member that has the name
   * @param scope - only records with the same scope are compared
   */
  addName(section: ResourceName, member: string, scope: unknown, record: NamedRecord): void {
    const folded = `${foldName(record.name)}\u0000${scope ?? ''}`
    const other = this.names[section].get(folded)
    if (!other) {
      if (this.names[section].size < maxNames) this.names[section].set(folded, record)
      return
    }
    if (other.name === record.name) return
    const [subject, known] = record.isNew ? [record, other] : [other, record]
    if (!subject.isNew || subject.index === undefined) return
    const difference = describeDifference(known.name, subject.name)
    const [quoted, knownQuoted] = [quoteVisibly(subject.name), quoteVisibly(known.name)]
    this.add({
      pointer: pointerOf(section, subject.index, member),
      ...(known.index !== undefined && { otherPointer: pointerOf(section, known.index, member) }),
      describe: (position) =>
        `${quoted} differs only in ${difference} from ${knownQuoted} ${known.index === undefined ? `(id ${known.id} in the library)` : `at ${position}`}. Did you mean ${knownQuoted}?`,
    })
  }

  /** Adds a warning for each required text that is new, and has no visible character. */
  addTexts(
    section: ResourceName,
    index: number,
    entry: Readonly<Record<string, unknown>>,
    before: Readonly<Record<string, unknown>> | undefined,
  ): void {
    for (const member of requiredTexts[section]) {
      const text = entry[member]
      if (typeof text !== 'string' || isVisible(text) || text === before?.[member]) continue
      this.add({
        pointer: pointerOf(section, index, member),
        describe: () => `The ${member} has no visible character: ${quoteVisibly(text)}.`,
      })
    }
  }

  /** Adds a warning if the length of a track is likely in milliseconds. */
  addDuration(section: ResourceName, index: number, seconds: unknown): void {
    if (section !== 'tracks' || typeof seconds !== 'number' || seconds <= maxTrackSeconds) return
    this.add({
      pointer: pointerOf(section, index, 'duration_seconds'),
      describe: () =>
        `The duration_seconds is more than a day. If these are milliseconds, write ${Math.round(seconds / 1000)}.`,
    })
  }

  private add(warning: FoundWarning): void {
    this.count++
    if (this.found.length < maxWarnings) this.found.push(warning)
  }

  /** The warnings with their places, in the order of the file. */
  async locate(file: FileText): Promise<Pick<Report, 'warnings' | 'more_warnings'>> {
    const pointers = this.found.flatMap(({ pointer, otherPointer }) => [
      pointer,
      ...(otherPointer ? [otherPointer] : []),
    ])
    const positionOf = await findPositions(file, pointers)
    const warnings = this.found.map(({ pointer, otherPointer, describe }) => {
      const other = otherPointer === undefined ? undefined : positionOf(otherPointer)
      return { pointer, sentence: describe(other ? `${other.line}:${other.column}` : ''), ...positionOf(pointer) }
    })
    return { warnings: warnings.sort(comparePositions), more_warnings: this.count - warnings.length }
  }
}
