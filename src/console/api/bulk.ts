import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { MemberChange } from '../../audit/model.ts'
import { type FieldErrors, requireNoErrors } from '../../base/errors.ts'
import { fromKeys, keysOf } from '../../base/objects.ts'
import { capitalize } from '../../base/words.ts'
import { findBulkChanges } from '../../catalogue/bulk.ts'
import { type ChangeSet, DigestOfChanges, listChanges } from '../../catalogue/changes/changeSet.ts'
import { type RunContext, RunOptions, runChanges } from '../../catalogue/changes/run.ts'
import { type Members, referencesIn, relatedIds } from '../../catalogue/members.ts'
import { resources } from '../../catalogue/resources.ts'
import { errorResponses, Message } from '../../http/schemas.ts'
import type { Reader } from '../../library/connection.ts'
import { findMissing, type Reference } from '../../library/references.ts'
import { findNamesakes } from '../../search/duplicates.ts'
import {
  RecordIds,
  type ReferenceReplacement,
  type ReferencesChange,
  ReferencesToChange,
  ReferenceToChange,
} from '../../validation/reference.ts'
import { NamedObject, NamedRecord, withExample } from '../../validation/schemas.ts'
import { TextToReplace } from '../../validation/textReplacement.ts'
import type { ConsoleDeps } from '../deps.ts'

const request = { ids: RecordIds(), ...RunOptions.properties }

/** The members of each resource that can be changed at once. In titles, a text is replaced. */
const bulkMembers = {
  tracks: ['title', 'album_id', 'artist_ids', 'genre_ids'],
  albums: ['title', 'label_id', 'type', 'release_date'],
  artists: ['label_id'],
} as const

type BulkName = keyof typeof bulkMembers

/** The schemas of the members: those of a PUT, but that texts and ids are replaced, and ids are added and removed. */
const changesOf = (name: BulkName) => {
  const schemaOf = (member: string): TSchema => {
    const field = resources[name].fields[member]
    if (!field) return Type.Optional(ReferencesToChange())
    if (field.form.kind === 'reference') return Type.Optional(ReferenceToChange())
    return field.form.maxLength === undefined ? field.body : Type.Optional(TextToReplace(field.form.maxLength))
  }
  return Type.Object(fromKeys<string, TSchema>(bulkMembers[name], schemaOf), {
    title: `${capitalize(resources[name].kind)}BulkChanges`,
    minProperties: 1,
  })
}

export const TrackBulkChanges = changesOf('tracks')
export const AlbumBulkChanges = changesOf('albums')
export const ArtistBulkChanges = changesOf('artists')

export const TrackBulk = NamedObject(
  'TrackBulk',
  { ...request, changes: TrackBulkChanges },
  { ids: [3, 4, 5], changes: { album_id: 2, genre_ids: { add: [3], remove: [1] } }, dry_run: true },
)
export const AlbumBulk = NamedObject(
  'AlbumBulk',
  { ...request, changes: AlbumBulkChanges },
  { ids: [1, 2], changes: { label_id: 2, type: 'ep', release_date: '1967-03-12' } },
)
export const ArtistBulk = NamedObject(
  'ArtistBulk',
  { ...request, changes: ArtistBulkChanges },
  { ids: [1, 2], changes: { label_id: null } },
)

const bulkBodies = { tracks: TrackBulk, albums: AlbumBulk, artists: ArtistBulk }

export const ChangedRecord = NamedObject('ChangedRecord', {
  id: Type.Integer({ examples: [3] }),
  name: withExample(NamedRecord.properties.name, 'Sunday Morning'),
  members: Type.Record(Type.String(), MemberChange, { examples: [{ genre_ids: { from: [1], to: [3] } }] }),
  // In a dry run: an album that would be its likely duplicate by the new title.
  namesake: Type.Optional(NamedRecord),
})

export const BulkResult = NamedObject('BulkResult', {
  changed: Type.Integer({ examples: [1] }),
  unchanged: Type.Integer({ description: 'The number of records that have the values already.', examples: [2] }),
  changes: Type.Array(ChangedRecord, { description: 'At most 100, ordered by id.' }),
  more: Type.Integer({ description: 'The number of changed records that `changes` leaves out.', examples: [0] }),
  digest: DigestOfChanges,
})

type ListedChange = Static<typeof ChangedRecord>

const toResult = async (changes: ChangeSet, ids: readonly number[]): Promise<Static<typeof BulkResult>> => {
  const { listed, more } = await listChanges(
    changes,
    ({ id, name, changes: members }): ListedChange => ({ id, name, members }),
  )
  const { length: changed, digest } = changes
  return { changed, unchanged: ids.length - changed, changes: listed, more, digest }
}

/** Adds to changed titles of albums the albums that have them already. Tracks are not merged. */
const addNamesakes = async (read: Reader, changes: readonly ListedChange[]) => {
  for (const change of changes) {
    if (!change.members.title) continue
    const [namesake] = await findNamesakes(read, 'albums', String(change.members.title.to), { limit: 1, id: change.id })
    if (namesake) change.namesake = namesake
  }
}

interface BulkRequest extends RunOptions {
  ids: number[]
  changes: Members
}

/** How many links between records one change may concern in each relation. It bounds the time of a statement and the memory. */
const maxLinks = 200_000

/** @throws ValidationError if the records, each with all references, are more links than one request may change */
const requireFewLinks = (references: readonly Reference[], records: number) => {
  const errors: FieldErrors = {}
  for (const [member, , ids] of references) {
    const links = records * ids.length
    if (links <= maxLinks) continue
    errors[member] = [
      `The ${member} has ${ids.length} ids for each of ${records} records. These are ${links} links, and at most ${maxLinks} can be changed at once. Change fewer records.`,
    ]
  }
  requireNoErrors(errors)
}

/** The ids in a change of references. */
const idsIn = (change: unknown): number[] =>
  Object.values((change ?? {}) as ReferencesChange | ReferenceReplacement).flat() // as the schema says

/** Changes many records at once: all of them or none. */
export const bulkRoutes = ({ library, guards, jsonBody }: ConsoleDeps) => {
  const change = async (name: BulkName, { ids, changes: sent, ...run }: BulkRequest, context: RunContext) => {
    const references = referencesIn(name, sent, idsIn)
    requireFewLinks(references, ids.length)
    const { result } = await runChanges(library, context, run, async (read) => {
      const found = await findBulkChanges(read, name, { ids, change: sent }, references)
      const result = await toResult(found.changes, ids)
      if (run.dry_run && name === 'albums') await addNamesakes(read, result.changes)
      return { ...found, result }
    })
    return result
  }

  const routes = new Elysia({ prefix: '/bulk' }).use(guards.adminOnly)
  for (const name of keysOf(bulkMembers)) {
    routes.post(`/${name}`, ({ body, write, longWork }) => change(name, body, { write, longWork }), {
      ...jsonBody(bulkBodies[name], ({ members: { ids, changes } }) => {
        const references = referencesIn(name, (changes ?? {}) as Members, idsIn) // an object, as the schema says
        return findMissing(library.read, ['ids', resources[name].table, relatedIds(ids)], ...references)
      }),
      detail: { operationId: `change${capitalize(name)}`, summary: `Change many ${name} at once` },
      response: { 200: BulkResult, 409: Message, ...errorResponses.admin, ...errorResponses.body },
    })
  }
  return routes
}
