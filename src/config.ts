import { readFileSync } from 'node:fs'
import { InvalidArgumentError, Option } from 'commander'
import { Misuse } from './faults.ts'
import { Email, NewPassword } from './fields/account.ts'

// The only reader of flags and environment. A flag wins over its variable, and a variable over the default.

/** An account that `serve` makes when nobody has its address. */
export interface FirstAdmin {
  email: string
  password: string
}

const wholeNumber = (least: number, most: number) => (text: string) => {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`)
}

const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const timeIn = (text: string) => {
  const [, number, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  return Number(number) * (units[unit] ?? Number.NaN)
}

/** A length of time such as 24h, in milliseconds; at most 24 days, which is as far as timers go. */
const duration = (text: string) => {
  const time = timeIn(text)
  if (time > 0 && time <= 24 * 86_400_000) return time
  throw new InvalidArgumentError('Give a number and s, m, h or d, such as 24h, up to 24d.')
}

/** A length of time in whole hours or days, in milliseconds; at most a hundred years. */
const longDuration = (text: string) => {
  const time = /[hd]$/.test(text) ? timeIn(text) : Number.NaN
  if (time > 0 && time <= 36_500 * 86_400_000) return time
  throw new InvalidArgumentError('Give a number and h or d, such as 90d, up to 36500d.')
}

const someText = (text: string) => {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty.')
  return text
}

/** The options of the command line; each help text names the variable and the default. */
export const options = {
  host: () =>
    new Option('--host <address>', 'address to listen on; 0.0.0.0 for every network')
      .env('HOST')
      .default('127.0.0.1')
      .argParser(someText),
  port: () =>
    new Option('--port <number>', 'port to listen on; 0 for a free one')
      .env('PORT')
      .default(3000)
      .argParser(wholeNumber(0, 65_535)),
  database: () =>
    new Option('--database <file>', 'the library: a path, a file: URL, or :memory: for one that is gone at the end')
      .env('DATABASE_URL')
      .default('./data/music-library.db')
      .argParser(someText),
  keepSnapshots: () =>
    new Option('--keep-snapshots <number>', 'how many snapshots from before upgrades to keep')
      .env('KEEP_SNAPSHOTS')
      .default(3)
      .argParser(wholeNumber(1, 1000)),
  backupEvery: () =>
    new Option('--backup-every <time>', 'back up again and again, such as every 24h or 30m')
      .env('BACKUP_EVERY')
      .argParser(duration),
  backupKeep: () =>
    new Option('--backup-keep <number>', 'how many of those backups to keep')
      .env('BACKUP_KEEP')
      .default(7)
      .argParser(wholeNumber(1, 100_000)),
  backupDir: () =>
    new Option('--backup-dir <folder>', 'where backups go (default: backups, beside the library)')
      .env('BACKUP_DIR')
      .argParser(someText),
  maxBody: () =>
    new Option('--max-body <bytes>', 'longest request body that is read')
      .env('MAX_BODY_BYTES')
      .default(1_048_576)
      .argParser(wholeNumber(1, 1_073_741_824)),
  unusedFor: () =>
    new Option('--unused-for <time>', 'how long they were not used, such as 90d or 12h')
      .argParser(longDuration)
      .makeOptionMandatory(),
  cache: () =>
    new Option('--cache <megabytes>', 'most memory for remembered answers; 0 to remember none')
      .env('CACHE_MEGABYTES')
      .default(256)
      .argParser(wholeNumber(0, 1_048_576)),
}

/**
 * The first admin by ADMIN_EMAIL and ADMIN_PASSWORD or ADMIN_PASSWORD_FILE; undefined where none of them is set.
 * @throws Misuse, without the password, for half a pair or values that no account may have.
 */
export const readFirstAdmin = (
  environment: Record<string, string | undefined> = process.env,
): FirstAdmin | undefined => {
  const { ADMIN_EMAIL, ADMIN_PASSWORD, ADMIN_PASSWORD_FILE } = environment
  if (!ADMIN_EMAIL && !ADMIN_PASSWORD && !ADMIN_PASSWORD_FILE) return
  const given = ADMIN_PASSWORD ? 'ADMIN_PASSWORD' : 'ADMIN_PASSWORD_FILE'
  if (!ADMIN_EMAIL) throw new Misuse(`${given} is set without ADMIN_EMAIL. Set both, or neither.`)
  if (ADMIN_PASSWORD && ADMIN_PASSWORD_FILE) {
    throw new Misuse('ADMIN_PASSWORD and ADMIN_PASSWORD_FILE are both set. Keep one of them.')
  }
  const password = ADMIN_PASSWORD || (ADMIN_PASSWORD_FILE && secretIn(ADMIN_PASSWORD_FILE))
  if (!password) throw new Misuse('ADMIN_EMAIL is set without a password. Set ADMIN_PASSWORD_FILE or ADMIN_PASSWORD.')
  const wrongEmail = Email().problem(ADMIN_EMAIL)
  if (wrongEmail) throw new Misuse(`ADMIN_EMAIL ${wrongEmail}`)
  const wrongPassword = NewPassword().problem(password)
  if (wrongPassword) throw new Misuse(`The admin's password ${wrongPassword}`)
  return { email: ADMIN_EMAIL.trim(), password }
}

const secretIn = (file: string) => {
  try {
    return withoutNewline(readFileSync(file, 'utf8'))
  } catch {
    throw new Misuse(`ADMIN_PASSWORD_FILE can't be read: ${file}`)
  }
}

/** Editors and `echo` end a file with a newline that is no part of the secret. */
export const withoutNewline = (text: string) => text.replace(/\r?\n$/, '')
