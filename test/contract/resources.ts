import type { createFixtures } from '../support/createFixtures.ts'
import { type FieldRule, rules } from './fields.ts'
import * as shapes from './shapes.ts'

type Body = Record<string, unknown>
type Fixtures = Awaited<ReturnType<typeof createFixtures>> & { otherLabel: Body; otherAlbum: Body }

type Change = [sent: Body, changed: Body]

/** What the tests of all resources know about one of them. */
export interface ResourceCase {
  path: string
  /** How messages call it. */
  kind: string
  /** The body of a POST with the required fields alone. */
  minimal: Body
  /** The response to it. */
  created: Body
  /** The members that are null in the response. Sent as null, they stay so. */
  nullable: string[]
  /** The body of a POST with every field, and the response to it, by the id of the record. */
  full: (fixtures: Fixtures) => { sent: Body; created: (id: number) => Body }
  /** The members that only the response to GET of one record has, or has in another form, for a record without tracks. */
  details?: (record: Body, fixtures: Fixtures) => Body
  /** Bodies of PUT, each with the members that differ in the response from the one before. Nulls follow. */
  changes: (fixtures: Fixtures) => Change[]
  rules: Record<string, FieldRule>
}

const date = '1956-01-02'
const storedDate = '1956-01-02T00:00:00.000000Z'

const label: ResourceCase = {
  path: '/labels',
  kind: 'Label',
  minimal: { name: 'Blue Note' },
  created: shapes.label({ name: 'Blue Note' }),
  nullable: [],
  full: () => ({ sent: { name: 'Impulse!' }, created: () => shapes.label({ name: 'Impulse!' }) }),
  changes: () => [[{ name: 'Verve' }, { name: 'Verve' }]],
  rules: { name: rules.requiredText(100) },
}

const genre: ResourceCase = {
  ...label,
  path: '/genres',
  kind: 'Genre',
  minimal: { name: 'Free jazz' },
  created: shapes.genre({ name: 'Free jazz' }),
}

/** The changes of a reference to a label, and of members that artists and albums have. */
const sharedChanges = ({ otherLabel }: Fixtures): Change[] => [
  [{ cover_path: 'e.jpg' }, { cover_path: 'e.jpg' }],
  [{ release_date: '1957-03-04' }, { release_date: '1957-03-04T00:00:00.000000Z' }],
  [{ label_id: otherLabel.id }, { label_id: otherLabel.id, label: otherLabel }],
]

const artist: ResourceCase = {
  path: '/artists',
  kind: 'Artist',
  minimal: { name: 'Sun Ra' },
  created: shapes.artist({ name: 'Sun Ra', label: null }),
  nullable: ['cover_path', 'release_date', 'label_id', 'duration'],
  full: ({ label }) => {
    const fields = { name: 'Bill Evans', cover_path: 'evans.jpg', label_id: label.id, duration: 3600 }
    return {
      sent: { ...fields, release_date: date },
      created: () => shapes.artist({ ...fields, release_date: storedDate, label }),
    }
  },
  details: () => ({ tracks: [] }),
  changes: (fixtures) => [
    [{ name: 'Bill' }, { name: 'Bill' }],
    [{ duration: 10 }, { duration: 10 }],
    ...sharedChanges(fixtures),
  ],
  rules: {
    name: rules.requiredText(255),
    cover_path: rules.nullableText(255),
    release_date: rules.date,
    label_id: rules.reference,
    duration: rules.duration,
  },
}

const albumTypes = ['album', 'single', 'ep']

const album: ResourceCase = {
  path: '/albums',
  kind: 'Album',
  minimal: { title: 'Bootleg' },
  created: shapes.album({ title: 'Bootleg', type: 'album', label: null }),
  nullable: ['cover_path', 'release_date', 'label_id', 'duration_seconds'],
  full: ({ label }) => {
    const fields = {
      title: 'Milestones',
      cover_path: 'm.jpg',
      label_id: label.id,
      duration_seconds: 2860,
      type: 'single',
    }
    return {
      sent: { ...fields, release_date: date },
      created: () => shapes.album({ ...fields, release_date: storedDate, label }),
    }
  },
  details: () => ({ tracks: [] }),
  changes: (fixtures) => [
    [{ title: 'Live' }, { title: 'Live' }],
    [{ duration_seconds: 10 }, { duration_seconds: 10 }],
    [{ type: 'ep' }, { type: 'ep' }],
    ...sharedChanges(fixtures),
  ],
  rules: {
    title: rules.requiredText(255),
    cover_path: rules.nullableText(255),
    release_date: rules.date,
    label_id: rules.reference,
    duration_seconds: rules.duration,
    type: {
      accepts: albumTypes.map((type) => [type, type]),
      rejects: ['lp', 'EP', null, 1],
    },
  },
}

const track: ResourceCase = {
  path: '/tracks',
  kind: 'Track',
  minimal: { title: 'Nardis', file_path: 'nardis.flac' },
  created: shapes.track({ title: 'Nardis', file_path: 'nardis.flac', album: null, artists: [], genres: [] }),
  nullable: ['duration_seconds', 'album_id'],
  full: ({ album, artist, genre }) => {
    const { label: _, ...plainAlbum } = album
    const { label: __, ...plainArtist } = artist
    const fields = { title: 'All Blues', file_path: '4.flac', duration_seconds: 693, album_id: album.id }
    return {
      // An id that is repeated counts once.
      sent: { ...fields, artist_ids: [artist.id, artist.id], genre_ids: [genre.id] },
      created: (track_id) =>
        shapes.track({
          ...fields,
          album: plainAlbum,
          artists: [{ ...plainArtist, pivot: shapes.pivot({ track_id, artist_id: artist.id }) }],
          genres: [{ ...genre, pivot: shapes.pivot({ track_id, genre_id: genre.id }) }],
        }),
    }
  },
  details: ({ album }, { label }) => ({ album: album && { ...album, label } }),
  changes: ({ otherAlbum: { label: _, ...otherAlbum } }) => [
    [{ title: 'So What (take 2)' }, { title: 'So What (take 2)' }],
    [{ file_path: 'b.flac' }, { file_path: 'b.flac' }],
    [{ duration_seconds: 562 }, { duration_seconds: 562 }],
    [{ album_id: otherAlbum.id }, { album_id: otherAlbum.id, album: otherAlbum }],
  ],
  rules: {
    title: rules.requiredText(255),
    file_path: rules.requiredText(255),
    duration_seconds: rules.duration,
    album_id: rules.reference,
    artist_ids: rules.references,
    genre_ids: rules.references,
  },
}

export const resources = [label, genre, artist, album, track]
