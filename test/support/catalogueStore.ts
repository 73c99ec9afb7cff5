import { listChildren } from '../../src/catalogue/children.ts'
import { listRecords } from '../../src/catalogue/store.ts'
import { createRecord, deleteRecord, updateRecord } from '../../src/catalogue/writes.ts'
import type { Reader, Transaction } from '../../src/library/connection.ts'
import type { IdRange } from '../../src/library/listRange.ts'
import type { Genre } from '../../src/resources/genre.ts'
import type { Label } from '../../src/resources/label.ts'
import type { ListedAlbum, ListedArtist, ListedTrack } from '../../src/resources/responses.ts'
import { unaudited } from './unaudited.ts'

// The catalogue's records with their types, for tests that read and write them without a server. The writes add nothing to the
// audit trail.

export const listLabels = async (read: Reader) => (await listRecords(read, 'labels')) as unknown as Label[]
export const listGenres = async (read: Reader) => (await listRecords(read, 'genres')) as unknown as Genre[]
export const listArtists = async (read: Reader) => (await listRecords(read, 'artists')) as unknown as ListedArtist[]
export const listAlbums = async (read: Reader) => (await listRecords(read, 'albums')) as unknown as ListedAlbum[]
export const listTracks = async (read: Reader) => (await listRecords(read, 'tracks')) as unknown as ListedTrack[]

export const listArtistTracks = async (read: Reader, id: number, range: IdRange) =>
  listChildren(read, 'artists', id, range)

export const createLabel = async (tx: Transaction, name: string) =>
  (await createRecord(unaudited(tx), 'labels', { name })) as unknown as Label

export const createGenre = (tx: Transaction, name: string) => createRecord(unaudited(tx), 'genres', { name })

export const createArtist = (tx: Transaction, body: object) => createRecord(unaudited(tx), 'artists', { ...body })

export const createTrack = (tx: Transaction, body: object) => createRecord(unaudited(tx), 'tracks', { ...body })

export const updateLabel = (tx: Transaction, id: number, name: string) =>
  updateRecord(unaudited(tx), 'labels', id, { name })

export const updateAlbum = (tx: Transaction, id: number, body: object) =>
  updateRecord(unaudited(tx), 'albums', id, { ...body })

export const updateTrack = (tx: Transaction, id: number, body: object) =>
  updateRecord(unaudited(tx), 'tracks', id, { ...body })

export const deleteLabel = (tx: Transaction, id: number) => deleteRecord(unaudited(tx), 'labels', id)
