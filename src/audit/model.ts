import { type Static, Type } from '@sinclair/typebox'
import { NamedObject, Nullable, Timestamp, withExample } from '../validation/schemas.ts'

// An entry of the audit trail, as it is read and sent.

/** What an entry reports. Only libraries of earlier versions have entries of `new_network`. */
export const actions = [
  'create',
  'update',
  'delete',
  'register',
  'login',
  'new_network',
  'logout',
  'password',
  'role',
  'revoke',
  'bulk',
  'merge',
  'seed',
  'revert',
  'keys',
  'download',
] as const
export type Action = (typeof actions)[number]

/** A member of a record before and after a change. Null stands for no value, as before a creation and after a deletion. */
export const MemberChange = NamedObject('MemberChange', { from: Type.Unknown(), to: Type.Unknown() })

const MemberChanges = Type.Record(Type.String(), MemberChange, {
  examples: [{ duration_seconds: { from: 173, to: 174 } }],
})
/** The changed members of a record, by their names. */
export type Changes = Static<typeof MemberChanges>

export const RecordNumbers = Type.Record(
  Type.String(),
  Type.Union([Type.Integer(), Type.Record(Type.String(), Type.Integer())]),
  { title: 'RecordNumbers' },
)
/** Numbers of records, by what they count. Merged entries have the numbers of `audit/mergeAccountChanges.ts`. */
export type Counts = Static<typeof RecordNumbers>

const sources = ['api', 'cli', 'server'] as const

export const AuditEntry = Type.Object({
  id: Type.Integer({ examples: [118] }),
  created_at: Timestamp,
  source: Type.Unsafe<(typeof sources)[number]>(Type.String({ enum: sources, examples: ['api'] })),
  user_id: Nullable(Type.Integer({ examples: [1] })),
  email: Nullable(
    Type.String({ description: 'The e-mail address that the account had then.', examples: ['admin@example.com'] }),
  ),
  token_id: Nullable(Type.Integer({ examples: [12] })),
  address: Nullable(Type.String({ description: 'The IP address of the client.', examples: ['192.0.2.7'] })),
  action: Type.Unsafe<Action>(Type.String({ enum: actions, title: 'AuditAction', examples: ['update'] })),
  record: Nullable(
    Type.String({ description: 'The path of the record below `/api`, such as `tracks/3`.', examples: ['tracks/3'] }),
  ),
  changes: Nullable(MemberChanges),
  counts: withExample(Nullable(RecordNumbers), null),
  part_of: withExample(
    Nullable(
      Type.Integer({ description: 'The id of the entry of the action that changed this record along with others.' }),
    ),
    null,
  ),
})
export type AuditEntry = Static<typeof AuditEntry>
