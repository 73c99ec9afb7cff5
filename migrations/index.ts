import library from './0000_library.sql' with { type: 'text' }
import roles from './0001_roles.sql' with { type: 'text' }
import tokenUses from './0002_token_uses.sql' with { type: 'text' }
import longLists from './0003_long_lists.sql' with { type: 'text' }
import audit from './0004_audit.sql' with { type: 'text' }
import lockedAccounts from './0005_locked_accounts.sql' with { type: 'text' }
import search from './0006_search.sql' with { type: 'text' }
import undo from './0007_undo.sql' with { type: 'text' }
import likeChanges from './0008_like_changes.sql' with { type: 'text' }
import auditGap from './0009_audit_gap.sql' with { type: 'text' }
import emailSetBy from './0010_email_set_by.sql' with { type: 'text' }
import setupCodes from './0011_setup_codes.sql' with { type: 'text' }
import seedBases from './0012_seed_bases.sql' with { type: 'text' }
import cleanupClock from './0013_cleanup_clock.sql' with { type: 'text' }
import roleStamps from './0014_role_stamps.sql' with { type: 'text' }

export interface Migration {
  name: string
  sql: string
}

/** Every migration in order. The list only grows: what has landed never changes. */
export const migrations: readonly Migration[] = [
  { name: '0000_library', sql: library },
  { name: '0001_roles', sql: roles },
  { name: '0002_token_uses', sql: tokenUses },
  { name: '0003_long_lists', sql: longLists },
  { name: '0004_audit', sql: audit },
  { name: '0005_locked_accounts', sql: lockedAccounts },
  { name: '0006_search', sql: search },
  { name: '0007_undo', sql: undo },
  { name: '0008_like_changes', sql: likeChanges },
  { name: '0009_audit_gap', sql: auditGap },
  { name: '0010_email_set_by', sql: emailSetBy },
  { name: '0011_setup_codes', sql: setupCodes },
  { name: '0012_seed_bases', sql: seedBases },
  { name: '0013_cleanup_clock', sql: cleanupClock },
  { name: '0014_role_stamps', sql: roleStamps },
]
