import { UsageError } from '../base/errors.ts'
import { describeUrlProblem, isPostgresUrl } from '../library/locate.ts'
import { hasPassword, withPassword } from '../library/postgres/address.ts'
import type { RawValue } from './rawValue.ts'

/** Whether a value of a setting is a URL of PostgreSQL that contains a password. */
export const isUrlWithPassword = (text: string): boolean =>
  isPostgresUrl(text) && describeUrlProblem(text) === undefined && hasPassword(text)

const hiddenPassword = '********'

/**
 * Adds the password of the database to a valid URL of PostgreSQL: everything that connects gets the value. The text is printed, so it has none.
 * Other libraries stay as they are.
 * @param readPassword - reads the password that is set apart from the URL
 * @throws UsageError for a password on the command line, and for two passwords
 */
export const resolveDatabaseUrl = (
  { text: url, label, source }: RawValue,
  readPassword: () => RawValue | undefined,
): { value: string; text: string } => {
  if (!isPostgresUrl(url)) return { value: url, text: url }
  const password = readPassword()
  if (!hasPassword(url)) return { value: password ? withPassword(url, password.text) : url, text: url }
  if (source.kind === 'flag')
    throw new UsageError(
      `${label} has a password, and everybody on this machine can see a command line. Put the password into a file, and name it with PGPASSWORD_FILE, or give the whole URL with DATABASE_URL.`,
    )
  if (password) throw new UsageError(`${label} has a password, and ${password.label} is set, too. Keep one of them.`)
  return { value: url, text: withPassword(url, hiddenPassword) }
}
