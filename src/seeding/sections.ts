import { getTableColumns } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { albums, artist_track, artists, genre_track, genres, labels, tracks } from '../database/schema.ts'
import { mapRecord } from '../records.ts'

// The one list of the catalogue file's sections. An entry is an object in a section of the file, a record is a row of
// the section's table, and a member is a property of an entry.

/** Each section refers only to sections before it, so they are read and written in this order and deleted in reverse. */
export const sectionNames = ['labels', 'genres', 'artists', 'albums', 'tracks'] as const

export type SectionName = (typeof sectionNames)[number]

interface SectionFacts {
  /** One record of the section, in a sentence: `label`. */
  kind: string
  table: typeof labels | typeof genres | typeof artists | typeof albums | typeof tracks
  /** The members that identify a record without a key. The first is the name that references and reports use. */
  identityMembers: readonly [name: string, ...others: string[]]
  /** The members that name one record of another section, whose id stands in a column of the table. */
  references: Readonly<Record<string, { section: SectionName; column: IdColumn }>>
  /** The members that list records of another section. */
  relations: Readonly<Record<string, Relation>>
}

/** A many-to-many relation: each row of its table joins a record of the section, the owner, to a target. */
export interface Relation {
  section: SectionName
  table: typeof artist_track | typeof genre_track
  owner: IdColumn
  target: IdColumn
}

type IdColumn = AnySQLiteColumn<{ data: number }>

const facts: Record<SectionName, SectionFacts> = {
  labels: {
    kind: 'label',
    table: labels,
    identityMembers: ['name'],
    references: {},
    relations: {},
  },
  genres: {
    kind: 'genre',
    table: genres,
    identityMembers: ['name'],
    references: {},
    relations: {},
  },
  artists: {
    kind: 'artist',
    table: artists,
    identityMembers: ['name'],
    references: { label: { section: 'labels', column: artists.label_id } },
    relations: {},
  },
  albums: {
    kind: 'album',
    table: albums,
    identityMembers: ['title', 'label'],
    references: { label: { section: 'labels', column: albums.label_id } },
    relations: {},
  },
  tracks: {
    kind: 'track',
    table: tracks,
    identityMembers: ['file_path'],
    references: { album: { section: 'albums', column: tracks.album_id } },
    relations: {
      artists: {
        section: 'artists',
        table: artist_track,
        owner: artist_track.track_id,
        target: artist_track.artist_id,
      },
      genres: {
        section: 'genres',
        table: genre_track,
        owner: genre_track.track_id,
        target: genre_track.genre_id,
      },
    },
  },
}

export type Value = string | number | null | number[]

/** The members of an entry, with ids in place of references. A member that is absent keeps its value in the library. */
export type Entry = Record<string, Value>

/** The facts of a section, and values that are derived from them. */
export interface Section extends SectionFacts {
  name: SectionName
  /** The section that each member of `references` and `relations` refers to. */
  targets: Readonly<Record<string, SectionName>>
  /** The columns of the table, in its order, under the names of their members. */
  columns: Readonly<Record<string, AnySQLiteColumn>>
  /** The values of a new record for the members that its entry leaves out. */
  defaults: Entry
  /** Whether any section refers to this one. */
  isReferenced: boolean
}

const createSection = (name: SectionName): Section => {
  const { table, references, relations } = facts[name]
  const memberOf = (column: AnySQLiteColumn) =>
    Object.keys(references).find((member) => references[member]?.column === column) ?? column.name
  const columns: AnySQLiteColumn[] = Object.values(getTableColumns(table))
  const optionalColumns = columns.filter((column) => !column.notNull || column.default !== undefined)
  return {
    ...facts[name],
    name,
    targets: targetsOf(name),
    columns: Object.fromEntries(columns.map((column) => [memberOf(column), column])),
    defaults: {
      // Drizzle types a default as any value. Those in the schema are texts.
      ...Object.fromEntries(optionalColumns.map((column) => [memberOf(column), (column.default ?? null) as Value])),
      ...mapRecord(Object.keys(relations), () => []),
    },
    isReferenced: sectionNames.some((other) => Object.values(targetsOf(other)).includes(name)),
  }
}

const targetsOf = (name: SectionName): Section['targets'] => {
  const members = Object.entries({ ...facts[name].references, ...facts[name].relations })
  return Object.fromEntries(members.map(([member, { section }]) => [member, section]))
}

export const sections: Record<SectionName, Section> = mapRecord(sectionNames, createSection)

/** The name of a record in references and reports: its first identity member. */
export const nameOf = ({ identityMembers }: Section, record: Entry): string => String(record[identityMembers[0]])

/** A text that two entries or records of a section share exactly when all their identity members are equal. */
export const identityOf = (section: Section, record: Entry): string => {
  const { identityMembers } = section
  // With a single member its own text will do. Joining would copy the text of each record.
  if (identityMembers.length === 1) return nameOf(section, record)
  return identityMembers.map((member) => record[member] ?? '').join('\u0000')
}
