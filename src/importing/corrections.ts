import type { ParsedEntry } from '../seeding/format/catalogueFile.ts'
import { toNormalForm } from '../seeding/normalForm.ts'
import { withPositions } from '../seeding/read/positions.ts'
import { InvalidCatalogue, ProblemList, pointerOf } from '../seeding/read/problems.ts'
import { readCatalogue } from '../seeding/read/readCatalogue.ts'
import { FileText } from '../seeding/read/text.ts'
import { type SectionName, sectionNames, sections } from '../seeding/sections.ts'
import type { TrackRow } from './trackRow.ts'
import { withoutUndefined } from './withoutUndefined.ts'

/** The right names of labels, genres, artists and albums, by section and by the names that a source has for them. */
export type Corrections = Readonly<Record<SectionName, ReadonlyMap<string, string>>>

/**
 * Reads corrections from the text of a catalogue file: the entries that rename a record, with `formerly`, and those that merge
 * one, with `merge_into`. Other entries have no effect.
 * @throws InvalidCatalogue
 */
export const readCorrections = async (text: string): Promise<Corrections> => {
  const file = new FileText(text)
  const problems = new ProblemList()
  const catalogue = await readCatalogue(file, problems)
  if (catalogue.tracks.length > 0)
    problems.add(pointerOf('tracks'), 'Corrections have no tracks: their tags are in their files.')
  if (problems.count > 0) throw new InvalidCatalogue(withPositions(file, problems))
  const names = Object.fromEntries(
    sectionNames.map((name) => [name, new Map(catalogue[name].flatMap((entry) => correctionOf(name, entry)))]),
  )
  return names as Record<SectionName, Map<string, string>> // It has all sections.
}

/** The wrong and the right name, of an entry that has both. */
const correctionOf = (section: SectionName, entry: ParsedEntry): [string, string][] => {
  const [nameMember] = sections[section].identityMembers
  const { [nameMember]: name, merge_into, formerly } = entry
  if (typeof name !== 'string') return []
  if (typeof merge_into === 'string') return [[name, merge_into]]
  const former = (formerly as Record<string, unknown> | undefined)?.[nameMember] // A valid entry has it in this form.
  return typeof former === 'string' ? [[former, name]] : []
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
        ...(isCorrected && { former: withoutUndefined({ title: album.title, artist: album.artist }) }),
        ...(album.label !== undefined && { label: correct(labels, album.label) }),
      },
    }),
  }
}

/** Follows corrections of corrected names. A name that leads back to itself stays. */
const correct = (names: ReadonlyMap<string, string>, name: string): string => {
  let corrected = toNormalForm(name.trim())
  for (let step = 0; step < names.size; step++) {
    const next = names.get(corrected)
    if (next === undefined) return corrected
    corrected = next
  }
  return corrected
}
