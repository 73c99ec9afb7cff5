import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { checkInstants, checkLength, id, instant, isSha256, timestamps } from '../resources/columns.ts'
import { maxTextLength } from '../validation/rules.ts'

// The tables of accounts: who they are, and how they log in. As in all schemas, a column has the same name as the property of its record in
// TypeScript and the member of its record in JSON.

export const roles = sqliteTable('roles', { id: id(), name: text().notNull(), ...timestamps() }, (role) => [
  uniqueIndex('roles_name').on(role.name),
  checkInstants('roles_stamps', role.created_at, role.updated_at),
])

/** Who can set the e-mail address of an account. */
export const emailSetters = ['account', 'admin', 'proxy'] as const
export type EmailSetter = (typeof emailSetters)[number]

export const users = sqliteTable(
  'users',
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull(),
    password: text().notNull(),
    role_id: integer()
      .notNull()
      .references(() => roles.id),
    // Whether the account can't change itself. No response of the API contains it.
    locked: integer({ mode: 'boolean' }).notNull().default(false),
    ...timestamps(),
    // Who has set the present address: the account itself, which may not own it, an admin or a command, or a proxy at a login. No response
    // of the API contains it.
    email_set_by: text({ enum: emailSetters }).notNull().default('account'),
  },
  (user) => [
    // Addresses keep their case, and are unique regardless of case.
    uniqueIndex('users_email').on(sql`lower(${user.email})`),
    index('users_role').on(user.role_id),
    checkLength('users_name', user.name, maxTextLength),
    checkLength('users_email_length', user.email, maxTextLength),
    check('users_email_set_by', sql`${user.email_set_by} in ('account', 'admin', 'proxy')`),
    checkInstants('users_stamps', user.created_at, user.updated_at),
  ],
)

export const tokens = sqliteTable(
  'tokens',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: text().notNull(),
    created_at: instant().notNull(),
    // Accurate to about an hour, and written with a delay; null before the first recorded use.
    last_used_at: instant(),
    // A token that `token add` has created has a name; that of a session has none.
    name: text(),
    read_only: integer({ mode: 'boolean' }).notNull().default(false),
    // Null for a token that ends only by the settings of the server.
    expires_at: instant(),
    // The client that last used the token, as far as it is recorded: its IP address and its User-Agent.
    address: text(),
    program: text(),
  },
  (token) => [
    uniqueIndex('tokens_hash').on(token.hash),
    index('tokens_user').on(token.user_id),
    // A token in clear text can't be stored by mistake.
    check('tokens_hash_is_sha256', isSha256(token.hash)),
    checkInstants('tokens_stamps', token.created_at),
    checkInstants('tokens_last_used_at', token.last_used_at),
  ],
)

export const invitations = sqliteTable(
  'invitations',
  {
    id: id(),
    hash: text().notNull(),
    // How many accounts can still register with it.
    uses: integer().notNull(),
    expires_at: instant().notNull(),
    created_at: instant().notNull(),
  },
  (invitation) => [
    uniqueIndex('invitations_hash').on(invitation.hash),
    check('invitations_hash_is_sha256', isSha256(invitation.hash)),
    check('invitations_uses', sql`${invitation.uses} >= 0`),
    checkInstants('invitations_stamps', invitation.expires_at, invitation.created_at),
  ],
)

// The codes with which a browser can create the first admin.
export const setup_codes = sqliteTable(
  'setup_codes',
  {
    hash: text().primaryKey(),
    expires_at: instant().notNull(),
  },
  (code) => [
    check('setup_codes_hash_is_sha256', isSha256(code.hash)),
    checkInstants('setup_codes_stamps', code.expires_at),
  ],
)
