import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { readAccount } from '../../accounts/users/store.ts'
import { AuditEntry, actions } from '../../audit/model.ts'
import { readNewestEntries, type StoredEntry } from '../../audit/store.ts'
import { auditedKinds, isAuditedRecord } from '../../catalogue/resources.ts'
import { findObstacle } from '../../history/undo/undoable.ts'
import { describeParameters, integerParameter, linkHeader, type Parameter, parseQuery } from '../../http/query.ts'
import { BadRequestBody, errorResponses } from '../../http/schemas.ts'
import { type Instant, subtractMilliseconds } from '../../library/clock.ts'
import { dayPattern, toInstant } from '../../validation/day.ts'
import { parseId } from '../../validation/reference.ts'
import { maxTextLength } from '../../validation/rules.ts'
import { NamedObject, Nullable, withExample } from '../../validation/schemas.ts'
import type { ConsoleDeps } from '../deps.ts'

/** How many entries a request tests at most, which takes about a quarter of a second. */
const maxTested = 1_000_000

/** The maximum length of a text that is searched for. The rest of it is left out. */
const maxSearched = maxTextLength

const user: Parameter<{ id?: number; email?: string }> = {
  parse: (text) => {
    const id = parseId(text)
    if (id !== undefined) return { id }
    return text.includes('@') ? { email: text.trim() } : undefined
  },
  rule: 'must be an id or an e-mail address.',
  jsonSchema: { type: 'string', pattern: '@|^[1-9][0-9]{0,15}$' },
  description: 'Who made the change: the id of an account, or an e-mail address that it has now or had then.',
}

const time = {
  parse: toInstant,
  rule: 'must be a day that exists, written as YYYY-MM-DD, or a date and time with an offset.',
  jsonSchema: { type: 'string', pattern: dayPattern },
}

const parameters = {
  record: {
    parse: (text: string) => (isAuditedRecord(text) ? text : undefined),
    rule: `must be a record such as tracks/3, or one of ${auditedKinds.join(', ')}.`,
    jsonSchema: { type: 'string', pattern: `^(?:${auditedKinds.join('|')})(?:/[1-9][0-9]*)?$` },
    description: 'A record such as `tracks/3`, or all records of a kind, such as `tracks`.',
  },
  user,
  action: {
    parse: (text: string) => {
      const found = text.split(',').map((name) => actions.find((action) => action === name))
      return found.every((action) => action !== undefined) ? found : undefined
    },
    rule: `must be one of ${actions.join(', ')}, or several with commas between them.`,
    jsonSchema: { type: 'string', pattern: `^(?:${actions.join('|')})(?:,(?:${actions.join('|')}))*$` },
    description: 'What was done: an action, or several with commas between them.',
  },
  q: {
    parse: (text: string) => text.trim().slice(0, maxSearched) || undefined,
    rule: 'must not have only spaces.',
    jsonSchema: { type: 'string', pattern: '\\S' },
    description:
      'Only entries with this text in their changes, or in the e-mail address of the user. The letters from A to Z are the same in upper and lower case.',
  },
  since: { ...time, description: 'Only entries since this day or time.' },
  until: { ...time, description: 'Only entries from before this day or time.' },
  entry: integerParameter(1, Number.MAX_SAFE_INTEGER, 'Only the entry with this id, and its parts.'),
  before: integerParameter(1, Number.MAX_SAFE_INTEGER, 'Only entries with a lower id.'),
  limit: integerParameter(1, 1_000, 'The maximum number of entries; 50 by default.'),
}

export const ListedAuditEntry = NamedObject('ListedAuditEntry', {
  ...AuditEntry.properties,
  has_parts: Type.Boolean({ description: 'Whether other entries are parts of it.', examples: [false] }),
  not_undoable: withExample(
    Nullable(Type.String({ description: 'Why it can never be undone; null if that depends on the records.' })),
    null,
  ),
})

const toListed = ({ keeps_restore, ...entry }: StoredEntry, since: Instant): Static<typeof ListedAuditEntry> => ({
  ...entry,
  not_undoable: findObstacle({ ...entry, keeps_restore }, since)?.sentence ?? null,
})

export const auditRoutes = ({ library, guards, limits }: ConsoleDeps) =>
  new Elysia({ prefix: '/audit' }).use(guards.adminOnly).get(
    '/',
    async ({ request, set, longWork }) => {
      const query = new URL(request.url).searchParams
      const { before, limit = 50, user, ...others } = parseQuery(parameters, query)
      const { entries, next } = await library.longSnapshot(longWork, async (read) => {
        const account = user?.email === undefined ? undefined : await readAccount(read, user.email)
        const filter = { ...others, user: user && { id: account?.id, ...user } }
        return readNewestEntries(read, filter, { before, limit, maxTested })
      })
      // The newest entries and, if there are older ones, these: a page may be short, or even empty, before them.
      const older = next !== undefined && { next: { before: next } }
      set.headers.link = linkHeader(query, { first: { before: undefined }, ...older })
      const since = subtractMilliseconds(library.clock.present(), limits.undoKeepMs)
      return entries.map((entry) => toListed(entry, since))
    },
    {
      detail: {
        operationId: 'listAuditEntries',
        summary: 'List who changed what, the newest entry first',
        queryParameters: describeParameters(parameters),
        responseHeaders: ['Link'],
      },
      response: { 200: Type.Array(ListedAuditEntry), 400: BadRequestBody, ...errorResponses.admin },
    },
  )
