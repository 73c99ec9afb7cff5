import { fromKeys, withoutUndefined } from '../base/objects.ts'
import { type ResourceName, resourceNames, resources } from '../catalogue/resources.ts'
import { type ParsedEntry, toNormalForm } from '../seeding/entries.ts'
import { withPositions } from '../seeding/read/positions.ts'
import { InvalidCatalogue, ProblemList, pointerOf, TooManyProblems } from '../seeding/read/problems.ts'
import { readCatalogue } from '../seeding/read/readCatalogue.ts'
import { FileText } from '../seeding/read/text.ts'
import type { TrackRow } from './trackRow.ts'

interface Correction {
  name: string
  /** Whether the name is that of another record, which may be corrected itself. */
  isMerge: boolean
}

/** The right names of labels, genres, artists and albums, by section and by the names that a source has for them. */
export type Corrections = Readonly<Record<ResourceName, ReadonlyMap<string, Correction>>>

/**
 * Reads corrections from the text of a catalogue file: the entries that rename a record, with `formerly`, and those that merge
 * one, with `merge_into`. Other entries have no effect.
 * @throws InvalidCatalogue
 */
export const readCorrections = async (text: string): Promise<Corrections> => {
  const file = new FileText(text)
  const problems = new ProblemList()
  const catalogue = await readCatalogue(file, problems).catch(async (error) => {
    if (error instanceof TooManyProblems) throw new InvalidCatalogue(await withPositions(file, problems))
    throw error
  })
  if (catalogue.tracks.length > 0)
    problems.add(pointerOf('tracks'), 'Corrections have no tracks: their tags are in their files.')
  const corrections = fromKeys(resourceNames, (name) => readSection(name, catalogue[name], problems))
  if (problems.count > 0) throw new InvalidCatalogue(await withPositions(file, problems))
  return corrections
}

const readSection = (section: ResourceName, entries: readonly ParsedEntry[], problems: ProblemList) => {
  const corrections = new Map<string, Correction>()
  for (const [index, entry] of entries.entries()) {
    const found = correctionOf(section, entry)
    if (!found) continue
    const { wrong, ...correction } = found
    const other = corrections.get(wrong)
    if (other && other.name !== correction.name)
      problems.add(
        pointerOf(section, index),
        `Another entry corrects ${JSON.stringify(wrong)} to ${JSON.stringify(other.name)}. Take one out.`,
      )
    corrections.set(wrong, correction)
  }
  return corrections
}

/** The wrong and the right name, of an entry that has both. */
const correctionOf = (section: ResourceName, entry: ParsedEntry): (Correction & { wrong: string }) | undefined => {
  const [nameMember] = resources[section].identity
  const { [nameMember]: name, merge_into, formerly } = entry
  if (typeof name !== 'string') return
  if (typeof merge_into === 'string')
    return { wrong: toNormalForm(name), name: toNormalForm(merge_into), isMerge: true }
  const former = (formerly as Record<string, unknown> | undefined)?.[nameMember] // A valid entry has it in this form.
  return typeof former === 'string'
    ? { wrong: toNormalForm(former), name: toNormalForm(name), isMerge: false }
    : undefined
}

/** Yields rows with the right names. */
export function* correctRows(corrections: Corrections, rows: Iterable<TrackRow>): Generator<TrackRow> {
  for (const row of rows) yield correctRow(corrections, row)
}

/** Returns a row with the right names. */
export const correctRow = ({ albums, artists, genres, labels }: Corrections, row: TrackRow): TrackRow => {
  const { album } = row
  const title = album && correct(albums, album.title)
  const artist = album?.artist === undefined ? undefined : correct(artists, album.artist)
  const isCorrected = album && (title !== toNormalForm(album.title.trim()) || artist !== album.artist)
  return {
    ...row,
    artists: row.artists.map((name) => correct(artists, name)),
    genres: row.genres.map((name) => correct(genres, name)),
    ...(album && {
      album: {
        ...album,
        title: title ?? album.title,
        ...(artist !== undefined && { artist }),
        ...(album.former?.artist !== undefined && {
          former: { ...album.former, artist: correct(artists, album.former.artist) },
        }),
        ...(isCorrected && { former: withoutUndefined({ title: album.title, artist: album.artist }) }),
        ...(album.label !== undefined && { label: correct(labels, album.label) }),
      },
    }),
  }
}

/** Returns the right name. Merges are followed; where they lead back, the name stays as it is. */
const correct = (corrections: ReadonlyMap<string, Correction>, name: string): string => {
  const normalName = toNormalForm(name.trim())
  const seenNames = new Set([normalName])
  let corrected = normalName
  for (let next = corrections.get(corrected); next; next = next.isMerge ? corrections.get(corrected) : undefined) {
    corrected = next.name
    if (next.isMerge && seenNames.has(corrected)) return normalName
    seenNames.add(corrected)
  }
  return corrected
}
