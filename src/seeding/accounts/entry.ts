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
