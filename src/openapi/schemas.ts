import { Kind, type TSchema } from '@sinclair/typebox'
import * as session from '../accounts/session/model.ts'
import * as users from '../accounts/users/model.ts'
import * as auditTrail from '../audit/model.ts'
import { mapValues } from '../base/objects.ts'
import * as mergeReport from '../catalogue/merge.ts'
import * as albumTracks from '../console/api/albumTracks/model.ts'
import * as auditList from '../console/api/auditTrail.ts'
import * as backups from '../console/api/backups/model.ts'
import * as bulk from '../console/api/bulk.ts'
import * as bulkDeletion from '../console/api/bulkDeletion.ts'
import * as guest from '../console/api/guest.ts'
import * as serverHealth from '../console/api/health/model.ts'
import * as invitations from '../console/api/invitations.ts'
import * as merge from '../console/api/merge.ts'
import * as sessions from '../console/api/ownTokens.ts'
import * as seeding from '../console/api/seeding/model.ts'
import * as setup from '../console/api/setup.ts'
import * as summaries from '../console/api/summaries.ts'
import * as tokens from '../console/api/tokens.ts'
import * as undo from '../console/api/undo.ts'
import * as changes from '../history/follow/model.ts'
import * as undoReport from '../history/undo/report.ts'
import * as common from '../http/schemas.ts'
import * as diagnosis from '../library/diagnose.ts'
import * as health from '../observability/health.ts'
import { schemaModules } from '../resources/list.ts'
import * as duplicates from '../search/duplicates.ts'
import * as search from '../search/model.ts'
import type { FieldSchema } from '../validation/field.ts'
import { Timestamp } from '../validation/schemas.ts'

/** JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Record<string, unknown>

export type Convert = (schema: TSchema) => JsonSchema

/** What a schema says beyond what the server checks. */
const annotations = new Map<TSchema, JsonSchema>([
  [Timestamp, { format: 'date-time', description: 'An instant in UTC, with six digits of a second.' }],
])

const modules = [
  common,
  { Timestamp },
  health,
  ...schemaModules,
  users,
  session,
  search,
  changes,
  setup,
  guest,
  summaries,
  sessions,
  auditTrail,
  auditList,
  undo,
  undoReport,
  tokens,
  invitations,
  bulk,
  duplicates,
  merge,
  mergeReport,
  bulkDeletion,
  albumTracks,
  backups,
  serverHealth,
  diagnosis,
  seeding,
]

const isSchema = (value: unknown): value is TSchema => typeof value === 'object' && value !== null && Kind in value

const exportedFrom = (exporting: readonly object[]): [schema: TSchema, name: string][] =>
  exporting
    .flatMap((module): [string, unknown][] => Object.entries(module))
    .flatMap(([name, value]): [TSchema, string][] => (isSchema(value) ? [[value, name]] : []))

/** The names of schemas: those of the constants that export them. */
const names = new Map(exportedFrom(modules))

/** The name of a schema, if it has one. One that no module exports may have a title. */
export const schemaName = (schema: TSchema): string | undefined => names.get(schema) ?? schema.title

/** Converts schemas of routes. A schema with a name is added to `components` once, and referred to everywhere else. */
export const createSchemaConverter = () => {
  const components: Record<string, JsonSchema> = {}

  const convert: Convert = (schema) => {
    const name = schemaName(schema)
    if (!name) return convertInline(schema)
    components[name] ??= convertInline(schema)
    return { $ref: `#/components/schemas/${name}` }
  }

  const convertInline = (schema: TSchema): JsonSchema => {
    const { description } = schema
    const described = description === undefined ? {} : { description }
    if (isField(schema)) return { ...toJson(schema.readableSchema()), ...described }
    if (schema.anyOf) return { ...convertUnion(schema.anyOf.map(convert)), ...described }
    if (schema.type === 'array') return { type: 'array', items: convert(schema.items), ...described }
    if (schema.type === 'object') return { type: 'object', ...convertMembers(schema), ...described }
    return { ...toJson(schema), ...annotations.get(schema) }
  }

  const convertMembers = ({ properties, required, minProperties, patternProperties }: TSchema): JsonSchema => {
    if (properties)
      return { properties: mapValues<string, TSchema, JsonSchema>(properties, convert), required, minProperties }
    const [values] = Object.values<TSchema>(patternProperties)
    return values ? { additionalProperties: convert(values) } : {}
  }

  return { convert, components }
}

const isField = (schema: TSchema): schema is FieldSchema => 'readableSchema' in schema

/** The JSON of a schema has no functions and symbols of TypeBox. Only editors know `patternErrorMessage`. */
const toJson = (schema: Record<string, unknown>): JsonSchema => {
  const { patternErrorMessage, ...json } = JSON.parse(JSON.stringify(schema))
  return json
}

/** Writes a simple type that may be null as a list of two types. */
const convertUnion = (anyOf: JsonSchema[]): JsonSchema => {
  const [first, second] = anyOf
  const isSimple = anyOf.length === 2 && typeof first?.type === 'string' && second?.type === 'null'
  return isSimple ? { ...first, type: [first.type, 'null'] } : { anyOf }
}
