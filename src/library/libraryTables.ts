import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as accountSchema from './accountSchema.ts'
import * as auditSchema from './auditSchema.ts'
import * as catalogueSchema from './catalogueSchema.ts'
import * as cleanupSchema from './cleanupSchema.ts'
import * as likeSchema from './likeSchema.ts'
import * as seedSchema from './seedSchema.ts'

/** All schemas but searchSchema.ts: triggers write its tables when they write records. */
const schemas = { ...accountSchema, ...catalogueSchema, ...likeSchema, ...auditSchema, ...seedSchema, ...cleanupSchema }

/** The names of the tables that the program writes. */
export const libraryTables: readonly string[] = Object.values(schemas)
  .filter((value) => is(value, SQLiteTable))
  .map((table) => getTableName(table))
