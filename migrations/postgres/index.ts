import changes from './0006_changes.sql' with { type: 'text' }
import library from './0006_library.sql' with { type: 'text' }
import search from './0006_search.sql' with { type: 'text' }
import undo from './0007_undo.sql' with { type: 'text' }
import likeChanges from './0008_like_changes.sql' with { type: 'text' }
import auditGap from './0009_audit_gap.sql' with { type: 'text' }
import emailSetBy from './0010_email_set_by.sql' with { type: 'text' }
import setupCodes from './0011_setup_codes.sql' with { type: 'text' }
import seedBases from './0012_seed_bases.sql' with { type: 'text' }
import cleanupClock from './0013_cleanup_clock.sql' with { type: 'text' }
import roleStamps from './0014_role_stamps.sql' with { type: 'text' }

export interface PostgresMigration {
  /** The number of the schema after it. */
  schema: number
  name: string
  sql: string
}

/** Every migration of a library on PostgreSQL in order. The list only grows: what has landed never changes. */
export const postgresMigrations: readonly PostgresMigration[] = [
  // All that a file has after the migrations up to 0006_search.sql.
  { schema: 7, name: '0006_library', sql: [library, search, changes].join('\n') },
  { schema: 8, name: '0007_undo', sql: undo },
  { schema: 9, name: '0008_like_changes', sql: likeChanges },
  { schema: 10, name: '0009_audit_gap', sql: auditGap },
  { schema: 11, name: '0010_email_set_by', sql: emailSetBy },
  { schema: 12, name: '0011_setup_codes', sql: setupCodes },
  { schema: 13, name: '0012_seed_bases', sql: seedBases },
  { schema: 14, name: '0013_cleanup_clock', sql: cleanupClock },
  { schema: 15, name: '0014_role_stamps', sql: roleStamps },
]
