import { listChildren } from '../../src/catalogue/children.ts'
import { listRecords } from '../../src/catalogue/store.ts'
import { createRecord, deleteRecord, updateRecord } from '../../src/catalogue/writes.ts'
import type { Instant } from '../../src/database/clock.ts'
import type { Reader, Writer } from '../../src/database/connection.ts'
import type { IdRange } from '../../src/database/idRange.ts'
import type { Genre } from '../../src/resources/genre.ts'
import type { Label } from '../../src/resources/label.ts'
import type { ListedAlbum, ListedArtist, ListedTrack } from '../../src/resources/responses.ts'

// The catalogue's records with their types, for tests that read and write them without a server. The writes add nothing to the
// audit trail.

const unaudited = (db: Writer, now: Instant) => ({ db, now, audit: async () => {} })

export const listLabels = async (read: Reader) => (await listRecords(read, 'labels')) as unknown as Label[]
export const listGenres = async (read: Reader) => (await listRecords(read, 'genres')) as unknown as Genre[]
export const listArtists = async (read: Reader) => (await listRecords(read, 'artists')) as unknown as ListedArtist[]
export const listAlbums = async (read: Reader) => (await listRecords(read, 'albums')) as unknown as ListedAlbum[]
export const listTracks = async (read: Reader) => (await listRecords(read, 'tracks')) as unknown as ListedTrack[]

export const listArtistTracks = async (read: Reader, id: number, range: IdRange) =>
  listChildren(read, 'artists', id, range)

export const createLabel = async (db: Writer, now: Instant, name: string) =>
  (await createRecord(unaudited(db, now), 'labels', { name })) as unknown as Label

export const createGenre = (db: Writer, now: Instant, name: string) =>
  createRecord(unaudited(db, now), 'genres', { name })

export const createArtist = (db: Writer, now: Instant, body: object) =>
  createRecord(unaudited(db, now), 'artists', { ...body })

export const createAlbum = (db: Writer, now: Instant, body: object) =>
  createRecord(unaudited(db, now), 'albums', { ...body })

export const createTrack = (db: Writer, now: Instant, body: object) =>
  createRecord(unaudited(db, now), 'tracks', { ...body })

export const updateLabel = (db: Writer, now: Instant, id: number, name: string) =>
  updateRecord(unaudited(db, now), 'labels', id, { name })

export const updateAlbum = (db: Writer, now: Instant, id: number, body: object) =>
  updateRecord(unaudited(db, now), 'albums', id, { ...body })

export const updateTrack = (db: Writer, now: Instant, id: number, body: object) =>
  updateRecord(unaudited(db, now), 'tracks', id, { ...body })

export const deleteLabel = (db: Writer, now: Instant, id: number) => deleteRecord(unaudited(db, now), 'labels', id)
