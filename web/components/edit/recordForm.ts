import type { FormValidateInput } from '@mantine/form'
import { ApiError, type ChangeOptions } from '../../../client/index.ts'
import { client } from '../../api/client.ts'
import { readEtag } from '../../api/versions.ts'
import { fieldsOf, type MemberField } from '../../resources/members.ts'
import { nameOf, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import type { Choice } from '../pickers/choice.ts'
import { parseDay, writeDay } from './day.ts'
import { validateDay, validateLength } from './fields.tsx'
import { parseLength, writeLength } from './length.ts'
import type { FieldValue } from './recordChanges.ts'
import type { Version } from './saveUnlessChanged.ts'

// The forms of all resources follow from their fields.

/** What a form holds, by the names of the members of its body. */
export type FormValues = Record<string, FieldValue>

/** A record with its name, which is the title of an album or track. Its other members are those of its resource. */
export type NamedRecord = { id: number } & ({ name: string } | { title: string })

/** The members that come first in a form, in this order. The others follow as the server describes them. */
const firstMembers: Partial<Record<ResourceName, string[]>> = {
  artists: ['name', 'label_id', 'release_date', 'duration'],
  albums: ['title', 'type', 'label_id', 'release_date', 'duration_seconds'],
  tracks: ['title', 'artist_ids', 'album_id', 'genre_ids', 'duration_seconds'],
}

/** The inputs of a form in their order. */
export const inputsOf = (resource: ResourceName): [member: string, field: MemberField][] => {
  const fields = fieldsOf(resource)
  const members = new Set([...(firstMembers[resource] ?? []), ...Object.keys(fields)])
  return [...members].flatMap((member) => (fields[member] ? [[member, fields[member]]] : []))
}

/** The values of a record; those of an empty form without one. */
export const readValues = (resource: ResourceName, record?: NamedRecord): FormValues =>
  Object.fromEntries(inputsOf(resource).map(([member, field]) => [member, readValue(member, field, record)]))

/** What no two records share: their names, files and lengths. */
const ownMembers = ['name', 'title', 'cover_path', 'file_path', 'duration', 'duration_seconds']

/** The values with which another record like this one begins. */
export const valuesOfAnother = (resource: ResourceName, values: FormValues): FormValues => ({
  ...values,
  ...Object.fromEntries(Object.entries(readValues(resource)).filter(([member]) => ownMembers.includes(member))),
})

/** The body of a request with all members. Numbers of an array are in their order, since bodies are compared. */
export const toBody = (resource: ResourceName, values: FormValues): Record<string, unknown> =>
  Object.fromEntries(inputsOf(resource).map(([member, field]) => [member, toMember(field, values[member] ?? null)]))

const validations: Partial<Record<MemberField['kind'], (text: string) => string | undefined>> = {
  day: validateDay,
  duration: validateLength,
}

/** What can be wrong with a form before it is sent. */
export const validationsOf = (resource: ResourceName): FormValidateInput<FormValues> =>
  Object.fromEntries(
    inputsOf(resource).flatMap(([member, { kind }]) => {
      const validate = validations[kind]
      return validate ? [[member, (value: FieldValue) => validate(String(value))]] : []
    }),
  )

/** The value of an input. The server nests the records that a record refers to. */
const readValue = (member: string, field: MemberField, record?: NamedRecord): FieldValue => {
  const { kind, values = [''], resource = '' } = field
  const members = { ...record } as Record<string, unknown>
  if (kind === 'references') return (members[resource] ?? []) as Choice[]
  if (kind === 'reference') return toChoice(members[member.replace(/_id$/, '')] as NamedRecord | null | undefined)
  const value = members[member] ?? null
  if (kind === 'duration') return writeLength(value as number | null)
  const text = (value ?? '') as string // the other kinds are texts
  if (kind === 'choice') return text || (values[0] ?? '')
  return kind === 'day' && text ? writeDay(text.slice(0, 10)) : text
}

const toChoice = (record: NamedRecord | null | undefined): Choice | null =>
  record ? { id: record.id, name: nameOf(record) } : null

const toMember = ({ kind, isRequired }: MemberField, value: FieldValue): unknown => {
  // The server keeps no order of related records.
  if (Array.isArray(value)) return value.map(({ id }) => id).toSorted((a, b) => a - b)
  if (value === null || typeof value === 'object') return value?.id ?? null
  if (kind === 'duration') return parseLength(value) ?? null
  if (kind === 'day') return parseDay(value) ?? null
  return isRequired ? value : value || null
}

/** The requests of a form. A body of `toBody` is one of the resource. */
export const requestsOf = (resource: ResourceName) => {
  const { create, update } = client[resource] as unknown as {
    create(body: object): Promise<NamedRecord>
    update(id: number, changes: object, options: ChangeOptions): Promise<NamedRecord>
  }
  const search = client.search[resource] as (
    parameters: { ids: number[] },
    options?: { signal: AbortSignal },
  ) => Promise<{ records: NamedRecord[] }>
  /** Reads a record as lists have it: a search by id, since the record itself may nest thousands of others. */
  const read = async (id: number, signal?: AbortSignal): Promise<NamedRecord | null> =>
    (await search({ ids: [id] }, signal && { signal })).records[0] ?? null
  return {
    create,
    update,
    read,
    /** Reads a record with its tag. @throws ApiError for a record that is gone */
    readVersion: async (id: number): Promise<Version<NamedRecord>> => {
      // First the tag: what changes between both requests makes it the tag of an older version.
      const etag = await readEtag(resource, id)
      const current = await read(id)
      if (!current) throw new ApiError(texts.editing.gone, { status: 404, headers: new Headers() })
      return { current, etag }
    },
  }
}
