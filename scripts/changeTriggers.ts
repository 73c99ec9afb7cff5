// Writes the triggers of the change feed into the migration of PostgreSQL: `bun run change-triggers`. If it has landed already, a new
// migration has to replace the triggers that differ.
import { trackedTables } from '../src/app.ts'
import { libraryTables } from '../src/database/libraryTables.ts'
import { createChangeTriggers } from './postgres/changeTriggers.ts'

await Bun.write('migrations/postgres/0006_changes.sql', createChangeTriggers(libraryTables, trackedTables))
