import { actions, type ChangeKind } from '../../api/seeding.ts'
import type { ChangeGroup, Section, SeedChange, SeedReport } from '../../api/types.ts'
import { resourceNames } from '../../resources/names.ts'

/** A change of one record, one that several records share, or a line above others. */
export interface ChangeRow extends ChangeKind {
  id: number
  change?: SeedChange
  /** The artists of a new album: those of its new tracks. */
  artists?: string[]
  group?: ChangeGroup
  /** An album of the library that gets the tracks below; null above those without an album. */
  album?: string | null
  /** New records of a section in one line, which opens. */
  fold?: { count: number; names: string[] }
}

export const kindOf = ({ section, action }: ChangeKind): string => `${section} ${action}`

/** The number of records of each kind of change. Those come first that an admin should look at first. */
export const countChanges = ({ changes, omitted }: SeedReport): (ChangeKind & { count: number })[] => {
  const counts = new Map<string, number>()
  const add = (kind: ChangeKind, count: number) => counts.set(kindOf(kind), (counts.get(kindOf(kind)) ?? 0) + count)
  for (const change of changes) add(change, 1)
  for (const kind of omitted) add(kind, kind.count)
  return resourceNames
    .flatMap((section) => actions.map((action) => ({ section, action })))
    .map((kind) => ({ ...kind, count: counts.get(kindOf(kind)) ?? 0 }))
    .filter(({ count }) => count > 0)
}

interface Filter {
  /** Kinds as `kindOf` returns them; all if there are none. */
  kinds: readonly string[]
  /** A part of a name, a key or a value, in any case. */
  text: string
  /** Whether changes that several records share are one row. */
  isFolded: boolean
  /** The sections whose new records are not in one line. */
  opened: readonly Section[]
}

/** Returns the rows of the table, and the number of changes that it lacks because the report leaves them out. */
export const filterChanges = (
  report: SeedReport,
  { kinds, text, isFolded, opened }: Filter,
): { rows: ChangeRow[]; left: number } => {
  const isShown = (kind: ChangeKind) => kinds.length === 0 || kinds.includes(kindOf(kind))
  const searched = text.trim().toLowerCase()
  // Whoever looks for a record wants to see the record.
  const groups = isFolded && !searched ? report.groups.filter(isShown) : []
  const changes = report.changes
    .filter((change) => isShown(change) && !(groups.length > 0 && change.in_groups))
    .filter((change) => !searched || textOf(change).toLowerCase().includes(searched))
  const created = changes.filter(({ action }) => action === 'create')
  const folds = searched || kinds.length > 0 ? [] : countChanges(report)
  const rows = [
    ...arrangeTracks(created),
    ...(['labels', 'genres', 'artists'] as const).flatMap((section): Row[] => {
      const records = created.filter((change) => change.section === section)
      const total = folds.find((kind) => kindOf(kind) === `${section} create`)
      const fold = total && { count: total.count, names: records.map(({ name }) => name) }
      const rowsOfRecords = !fold || opened.includes(section) ? records.map(toRow) : []
      return fold ? [{ section, action: 'create', fold }, ...rowsOfRecords] : rowsOfRecords
    }),
    ...groups.map((group): Row => ({ group, section: group.section, action: group.action })),
    ...changes.filter(({ action }) => action !== 'create').map(toRow),
  ]
  const left = report.omitted
    .filter(isShown)
    .reduce((sum, { count, in_groups }) => sum + count - (groups.length > 0 ? in_groups : 0), 0)
  return { rows: rows.map((row, id) => ({ ...row, id })), left }
}

type Row = Omit<ChangeRow, 'id'>

/** The values of a change as a text, without the names of its members. */
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.values(value).map(textOf).join('\n') : String(value)

const toRow = (change: SeedChange): Row => ({ change, section: change.section, action: change.action })

/** New albums with their tracks, new tracks of other albums below a line with its title, and those without an album. */
const arrangeTracks = (created: readonly SeedChange[]): Row[] => {
  const tracks = Map.groupBy(
    created.filter(({ section }) => section === 'tracks'),
    ({ album_id }) => album_id,
  )
  const albums = created.filter(({ section }) => section === 'albums')
  const albumRows = albums.flatMap((album) => {
    const ofAlbum = tracks.get(album.id) ?? []
    tracks.delete(album.id)
    const artists = [...new Set(ofAlbum.flatMap(({ values }) => artistsOf(values)))]
    return [{ ...toRow(album), artists }, ...ofAlbum.map(toRow)]
  })
  const headed = [...tracks].sort(([a], [b]) => Number(a === undefined) - Number(b === undefined))
  return [
    ...albumRows,
    ...headed.flatMap(([id, ofAlbum]): Row[] => [
      { section: 'tracks', action: 'create', album: id === undefined ? null : String(ofAlbum[0]?.values?.album) },
      ...ofAlbum.map(toRow),
    ]),
  ]
}

/** The artists of a new track. */
export const artistsOf = (values: SeedChange['values']): string[] =>
  Array.isArray(values?.artists) ? values.artists : []
