// Prints the SQL of the triggers that report changes on PostgreSQL, for a migration: `bun scripts/changeTriggers.ts [table…]`. Without tables,
// it is that of all.
import { trackedTables } from '../src/app/app.ts'
import { libraryTables } from '../src/library/libraryTables.ts'
import { createChangeTriggers } from './postgres/changeTriggers.ts'

const tables = process.argv.slice(2)
const unknown = tables.find((table) => !libraryTables.includes(table))
if (unknown !== undefined) {
  console.error(`There is no table ${unknown}. The tables are ${libraryTables.join(', ')}.`)
  process.exit(2)
}
console.log(createChangeTriggers(tables.length > 0 ? tables : libraryTables, trackedTables).trimEnd())
