import { type StaticDecode, Type } from '@sinclair/typebox'
import { isPasswordHash, passwordHashPattern } from '../../auth/passwords.ts'
import { tokenPattern } from '../../auth/tokens.ts'
import { closed, withDescription } from '../../catalogue/entryFields.ts'
import { Email, NewPassword } from '../../validation/account.ts'
import { field } from '../../validation/field.ts'
import { Text } from '../../validation/text.ts'
import { formatSchema } from '../formatSchema.ts'
import { isObject } from '../validateEntry.ts'

// The format of the accounts file.

const roleNames = ['admin', 'user'] as const
type RoleName = (typeof roleNames)[number]

const Role = () =>
  field<RoleName, RoleName>({
    jsonSchema: { type: 'string', enum: roleNames },
    validate: (value) => (roleNames.some((name) => name === value) ? undefined : 'must be admin or user.'),
    normalize: (value) => value,
  })

const Flag = () =>
  field<boolean, boolean>({
    jsonSchema: { type: 'boolean' },
    validate: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false.'),
    normalize: (value) => value,
  })

const PasswordHash = () =>
  field<string, string>({
    jsonSchema: { type: 'string', pattern: passwordHashPattern },
    validate: (value) =>
      typeof value === 'string' && isPasswordHash(value)
        ? undefined
        : 'must be an argon2id or bcrypt hash, such as $argon2id$v=19$m=19456,t=2,p=1$… or $2b$12$….',
    normalize: (value) => value,
  })

const token = new RegExp(tokenPattern)

const Token = () =>
  field<string, string>({
    jsonSchema: { type: 'string', pattern: tokenPattern },
    validate: (value) =>
      typeof value === 'string' && token.test(value)
        ? undefined
        : 'must be mlib_ and 43 characters, each a letter, a digit, - or _.',
    normalize: (value) => value,
  })

/** What an entry names a liked track by. */
export type TrackReference = { path: string } | { key: string }

const trackText = Text(255)

const LikedTrack = () =>
  field<string | { key: string }, TrackReference>({
    jsonSchema: { anyOf: [trackText, Type.Object({ key: trackText }, closed)] },
    validate: (value) => {
      if (typeof value === 'string') return trackText.validate(value)
      const isReference = isObject(value) && Object.keys(value).join() === 'key' && !trackText.validate(value.key)
      return isReference ? undefined : 'must be the file_path of a track, or { "key": … } with its key.'
    },
    normalize: (value) => (typeof value === 'string' ? { path: value.trim() } : { key: value.key.trim() }),
  })

/** The schema of `AccountEntry`. */
export const AccountEntrySchema = Type.Object(
  {
    email: withDescription('The address identifies the account, regardless of case.', Email()),
    name: Type.Optional(withDescription('1 to 255 characters. For a new account the address up to the @.', Text(255))),
    role: Type.Optional(withDescription('For a new account user.', Role())),
    password: Type.Optional(NewPassword()),
    password_file: Type.Optional(
      withDescription(
        'The file that contains the password. A path is relative to the folder of this file.',
        Text(4096),
      ),
    ),
    password_hash: Type.Optional(withDescription('The argon2id or bcrypt hash of the password.', PasswordHash())),
    token: Type.Optional(
      withDescription('A fixed token for tests and demos: mlib_ and 43 characters of base64url.', Token()),
    ),
    likes: Type.Optional(
      withDescription('Tracks by file_path or by key, the first like first.', Type.Array(LikedTrack())),
    ),
    locked: Type.Optional(withDescription('Whether no request can change the account.', Flag())),
  },
  closed,
)

/** An entry with its values in normal form. */
export type Account = StaticDecode<typeof AccountEntrySchema>

const AccountsFile = Type.Object(
  { $schema: Type.Optional(Type.String()), accounts: Type.Array(AccountEntrySchema) },
  closed,
)

/** The JSON Schema of the accounts file as text. */
export const accountsSchema = (): string => formatSchema('Accounts for music-library', AccountsFile)
