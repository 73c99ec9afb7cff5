import { type StaticDecode, Type } from '@sinclair/typebox'
import { isPasswordHash, passwordHashPattern } from '../../accounts/passwords.ts'
import { tokenPattern } from '../../accounts/tokens.ts'
import { isObject } from '../../base/objects.ts'
import { joinWords } from '../../base/words.ts'
import { emailSetters } from '../../library/accountSchema.ts'
import { Flag } from '../../validation/choice.ts'
import { Email, NewPassword } from '../../validation/credentials.ts'
import { field } from '../../validation/field.ts'
import { maxTextLength } from '../../validation/rules.ts'
import { closed, describe } from '../../validation/schemas.ts'
import { Text } from '../../validation/text.ts'
import { snippet } from '../format/entrySchema.ts'
import { formatSchema, schemaMember } from '../format/schemaText.ts'

/** An entry of the accounts file. A member that is left out keeps its value in the library. */
export interface AccountEntry {
  /** The address identifies the account, regardless of case. */
  email: string
  /** For a new account the address up to the @, by default. */
  name?: string
  /** For a new account `user`, by default. */
  role?: 'admin' | 'user'
  password?: string
  /** The path of a file that contains the password. */
  password_file?: string
  /** The argon2id or bcrypt hash of the password. */
  password_hash?: string
  /** A fixed token: `mlib_` and 43 characters of base64url. */
  token?: string
  /** Tracks by `file_path` or by key, the first like first. */
  likes?: (string | { key: string })[]
  /** Whether no request can change the account. */
  locked?: boolean
  /** Who has set the address, as an export says it. For a new account `admin`, by default. */
  email_set_by?: 'account' | 'admin' | 'proxy'
}

// The format of the accounts file.

const OneOf = <const Name extends string>(names: readonly Name[]) =>
  field<Name, Name>({
    jsonSchema: { type: 'string', enum: names },
    validate: (value) => (names.some((name) => name === value) ? undefined : `must be ${joinWords(names, 'or')}.`),
    normalize: (value) => value,
  })

const PasswordHash = () =>
  field<string, string>({
    jsonSchema: {
      type: 'string',
      pattern: passwordHashPattern,
      patternErrorMessage: 'Must be an argon2id or bcrypt hash.',
    },
    validate: (value) =>
      typeof value === 'string' && isPasswordHash(value)
        ? undefined
        : 'must be an argon2id or bcrypt hash, such as $argon2id$v=19$m=19456,t=2,p=1$… or $2b$12$….',
    normalize: (value) => value,
  })

const token = new RegExp(tokenPattern)

const Token = () =>
  field<string, string>({
    jsonSchema: {
      type: 'string',
      pattern: tokenPattern,
      patternErrorMessage: 'Must be mlib_ and 43 characters, each a letter, a digit, - or _.',
      maxLength: 48,
    },
    validate: (value) =>
      typeof value === 'string' && token.test(value)
        ? undefined
        : 'must be mlib_ and 43 characters, each a letter, a digit, - or _.',
    normalize: (value) => value,
  })

/** What an entry names a liked track by. */
type TrackReference = { path: string } | { key: string }

const trackText = Text(maxTextLength)

const LikedTrack = () =>
  field<string | { key: string }, TrackReference>({
    jsonSchema: {
      anyOf: [trackText, Type.Object({ key: describe('The key of a track.', ['so-what'], trackText) }, closed)],
    },
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
    email: describe('The address identifies the account, regardless of case.', ['ada@example.com'], Email()),
    name: Type.Optional(
      describe(
        '1 to 255 characters. The default for a new account is the address up to the @.',
        ['Ada'],
        Text(maxTextLength),
      ),
    ),
    role: Type.Optional(describe('The default for a new account is user.', ['user'], OneOf(['admin', 'user']))),
    password: Type.Optional(describe('8 to 1,024 characters.', ['correct horse battery staple'], NewPassword())),
    password_file: Type.Optional(
      describe(
        'The file that contains the password. A path is relative to the folder of this file.',
        ['secrets/ada'],
        Text(1000),
      ),
    ),
    password_hash: Type.Optional(
      describe('The argon2id or bcrypt hash of the password.', [`$2b$12$${'x'.repeat(53)}`], PasswordHash()),
    ),
    token: Type.Optional(
      describe(
        'A fixed token for tests and demos: mlib_ and 43 characters of base64url.',
        [`mlib_${'x'.repeat(43)}`],
        Token(),
      ),
    ),
    likes: Type.Optional(
      describe(
        'Tracks by file_path or by key, the first like first.',
        [['kind-of-blue/01.flac', { key: 'so-what' }]],
        Type.Array(LikedTrack()),
      ),
    ),
    locked: Type.Optional(describe('Whether no request can change the account.', [true], Flag())),
    email_set_by: Type.Optional(
      describe(
        'Who has set the address: the account itself, an admin or a command, or a proxy. The default for a new account is admin.',
        ['account'],
        OneOf(emailSetters),
      ),
    ),
  },
  closed,
)

/** An entry with its values in normal form. */
export type Account = StaticDecode<typeof AccountEntrySchema>

const AccountsFile = Type.Object(
  {
    $schema: schemaMember('./accounts.schema.json'),
    accounts: describe(
      'The accounts.',
      [[{ email: 'ada@example.com', password_file: 'secrets/ada' }]],
      Type.Array({
        ...AccountEntrySchema,
        description: 'An account.',
        defaultSnippets: [snippet('account', ['email', 'password_file'])],
      }),
    ),
  },
  closed,
)

/** The JSON Schema of the accounts file as text. */
export const accountsSchema = (): string => formatSchema('accounts', 'Accounts for music-library', AccountsFile)
