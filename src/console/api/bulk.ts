import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { AuditedWrite } from '../../audit/write.ts'
import {
  applyBulkChange,
  digestChanges,
  findBulkChanges,
  type RecordChange,
  requireDigest,
} from '../../catalogue/bulk.ts'
import type { Members } from '../../catalogue/members.ts'
import type { ResourceName } from '../../catalogue/resources.ts'
import { albums, artists, genres, labels } from '../../database/catalogueSchema.ts'
import type { Reader } from '../../database/connection.ts'
import type { requireReferences } from '../../database/references.ts'
import { ClientDisconnected, type FieldErrors, ValidationError } from '../../errors.ts'
import { createYielder } from '../../eventLoop.ts'
import { errorResponses, Message } from '../../http/schemas.ts'
import { albumTypes } from '../../resources/album.ts'
import { Choice } from '../../validation/choice.ts'
import { NullableDay } from '../../validation/day.ts'
import { Flag } from '../../validation/flag.ts'
import { NullableReference, RecordIds, type ReferencesChange, ReferencesToChange } from '../../validation/reference.ts'
import { Text } from '../../validation/text.ts'
import type { ConsoleDeps } from '../deps.ts'
import { MemberChange } from './auditTrail.ts'

const request = {
  ids: RecordIds(),
  dry_run: Type.Optional(Flag()),
  digest: Type.Optional(Text(255)),
}

export const TrackBulkChanges = Type.Object({
  album_id: Type.Optional(NullableReference()),
  artist_ids: Type.Optional(ReferencesToChange()),
  genre_ids: Type.Optional(ReferencesToChange()),
})

export const AlbumBulkChanges = Type.Object({
  label_id: Type.Optional(NullableReference()),
  type: Type.Optional(Choice(albumTypes)),
  release_date: Type.Optional(NullableDay()),
})

export const ArtistBulkChanges = Type.Object({ label_id: Type.Optional(NullableReference()) })

export const TrackBulk = Type.Object({ ...request, changes: TrackBulkChanges })
export const AlbumBulk = Type.Object({ ...request, changes: AlbumBulkChanges })
export const ArtistBulk = Type.Object({ ...request, changes: ArtistBulkChanges })

export const ChangedRecord = Type.Object({
  id: Type.Integer(),
  name: Type.String({ description: 'Its name or title.' }),
  members: Type.Record(Type.String(), MemberChange),
})

export const BulkResult = Type.Object({
  changed: Type.Integer(),
  unchanged: Type.Integer({ description: 'The number of records that have the values already.' }),
  changes: Type.Array(ChangedRecord, { description: 'At most 100, ordered by id.' }),
  more: Type.Integer({ description: 'The number of changed records that `changes` leaves out.' }),
  digest: Type.String({ description: 'Identifies all changes. Send it to make exactly these.' }),
})

const maxListed = 100

const toResult = (changes: readonly RecordChange[], ids: readonly number[]): Static<typeof BulkResult> => ({
  changed: changes.length,
  unchanged: ids.length - changes.length,
  changes: changes.slice(0, maxListed),
  more: Math.max(0, changes.length - maxListed),
  digest: digestChanges(changes),
})

type References = Parameters<typeof requireReferences>[1][]

/** The resources of which many records can be changed at once. */
interface BulkResource<Change> {
  name: ResourceName
  /** The members that can be changed. */
  members: string[]
  /** What a change refers to. */
  referencesOf(change: Change): References
}

interface BulkRequest<Change> {
  ids: number[]
  changes: Change
  dry_run?: boolean
  digest?: string
}

/** How many links between records one change may concern in each relation. It bounds the time of a statement and the memory. */
const maxLinks = 200_000

/** @throws ValidationError if the records, each with all references, are more links than one request may change */
const requireFewLinks = (references: References, records: number) => {
  const errors: FieldErrors = {}
  for (const [member, , ids] of references) {
    const links = records * ids.length
    if (links <= maxLinks) continue
    errors[member] = [
      `The ${member} has ${ids.length} ids for each of ${records} records. These are ${links} links, and at most ${maxLinks} can be changed at once. Change fewer records.`,
    ]
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
}

const idsIn = ({ add = [], remove = [], set = [] }: ReferencesChange = {}) => [...add, ...remove, ...set]

type TrackChange = { album_id?: number | null; artist_ids?: ReferencesChange; genre_ids?: ReferencesChange }

const trackBulk: BulkResource<TrackChange> = {
  name: 'tracks',
  members: Object.keys(TrackBulkChanges.properties),
  referencesOf: ({ album_id, artist_ids, genre_ids }) => [
    ['album_id', albums, [album_id]],
    ['artist_ids', artists, idsIn(artist_ids)],
    ['genre_ids', genres, idsIn(genre_ids)],
  ],
}

const toLabel = ({ label_id }: { label_id?: number | null }): References => [['label_id', labels, [label_id]]]

const albumBulk: BulkResource<{ label_id?: number | null; type?: string; release_date?: string | null }> = {
  name: 'albums',
  members: Object.keys(AlbumBulkChanges.properties),
  referencesOf: toLabel,
}

const artistBulk: BulkResource<{ label_id?: number | null }> = {
  name: 'artists',
  members: Object.keys(ArtistBulkChanges.properties),
  referencesOf: toLabel,
}

/** Changes many records at once: all of them or none. */
export const bulkRoutes = ({ library, guards, jsonBody }: ConsoleDeps) => {
  const change = async <Change extends Members>(
    { name, members, referencesOf }: BulkResource<Change>,
    { ids, changes: sent, dry_run = false, digest }: BulkRequest<Change>,
    { write, signal }: { write: AuditedWrite; signal: AbortSignal },
  ) => {
    if (Object.keys(sent).length === 0) {
      throw new ValidationError({ changes: [`The changes must have at least one of ${members.join(', ')}.`] })
    }
    const references = referencesOf(sent)
    requireFewLinks(references, ids.length)
    const yieldIfDue = createYielder()
    /** Ends the work of a client that has gone, also of one whose connection the server has closed to stop. */
    const yieldOrEnd = async () => {
      await yieldIfDue()
      if (signal.aborted) throw new ClientDisconnected()
    }
    const find = (read: Reader) => findBulkChanges(read, name, { ids, change: sent }, references, yieldOrEnd)
    if (dry_run) return toResult(await library.longSnapshot(find), ids)
    return write(async (tx) => {
      const changes = await find(tx.db)
      if (digest !== undefined) requireDigest(changes, digest)
      await applyBulkChange(tx, name, sent, changes, yieldOrEnd)
      return toResult(changes, ids)
    })
  }

  const response = { 200: BulkResult, 409: Message, ...errorResponses.admin, ...errorResponses.body }
  return new Elysia({ prefix: '/bulk' })
    .use(guards.adminOnly)
    .post('/tracks', ({ body, write, request: { signal } }) => change(trackBulk, body, { write, signal }), {
      ...jsonBody(TrackBulk),
      detail: { operationId: 'changeTracks', summary: 'Change many tracks at once' },
      response,
    })
    .post('/albums', ({ body, write, request: { signal } }) => change(albumBulk, body, { write, signal }), {
      ...jsonBody(AlbumBulk),
      detail: { operationId: 'changeAlbums', summary: 'Change many albums at once' },
      response,
    })
    .post('/artists', ({ body, write, request: { signal } }) => change(artistBulk, body, { write, signal }), {
      ...jsonBody(ArtistBulk),
      detail: { operationId: 'changeArtists', summary: 'Change many artists at once' },
      response,
    })
}
