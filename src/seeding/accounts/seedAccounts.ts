import { deleteTokens, storeToken } from '../../accounts/tokens.ts'
import { setLocked } from '../../accounts/users/lock.ts'
import {
  countAdmins,
  createUser,
  readAccount,
  readUser,
  replaceHash,
  setEmailSetter,
  updateUser,
} from '../../accounts/users/store.ts'
import { type AuditedTransaction, createAuditedWrite } from '../../audit/auditedWrite.ts'
import { type Actor, serverStart } from '../../audit/entry.ts'
import { AppError } from '../../base/errors.ts'
import { formatCount } from '../../base/words.ts'
import { likeAll } from '../../catalogue/likes/store.ts'
import type { Reader } from '../../library/connection.ts'
import type { Database } from '../../library/database.ts'
import { ownWork } from '../../library/longWork.ts'
import { withPositions } from '../read/positions.ts'
import { type Problem, ProblemList, TooManyProblems } from '../read/problems.ts'
import { FileText } from '../read/text.ts'
import type { AccountEntry } from './format.ts'
import { resolveLikes } from './likes.ts'
import { preparePasswords } from './passwords.ts'
import { type AccountPlan, AccountPlanner } from './plan.ts'
import { InvalidAccountsFile, readAccounts } from './read.ts'
import { type Entry, validateAccounts } from './validate.ts'

/** What a seed has changed, or what a dry run would change. */
export interface AccountsReport {
  created: number
  updated: number
  unchanged: number
  likes_added: number
}

/** An account that is created or updated. */
export interface AccountChange {
  action: 'create' | 'update'
  email: string
  /** The names of the members that an update changes. */
  members: string[]
  likes_added: number
}

interface Options {
  /** Who seeds; the server as it starts by default. */
  actor?: Actor
  /** Write nothing. The report says what would change. */
  dryRun?: boolean
  /** Whether the accounts are those of a test, in a new library in memory: their passwords cost nothing. */
  ofTest?: boolean
  /** The folder that the paths of files with passwords are relative to; the working directory by default. */
  folder?: string
  /** Called for each account that changes, in the order of the entries, before the write is committed. */
  onChange?: (change: AccountChange) => void
  /** Called while passwords are hashed, which takes long. What it throws ends the seed. */
  onProgress?: () => Promise<void>
}

/** Accounts can't be seeded. Nothing was written. */
export class InvalidAccounts extends AppError {
  static override readonly name: string = 'InvalidAccounts'

  readonly problems: readonly Problem[]
  /** The number of problems that are not in `problems`. */
  readonly more: number

  constructor({ problems, count }: { problems: readonly Problem[]; count: number }) {
    const [first] = problems
    super(`The accounts have ${formatCount(count, 'problems')}, the first at ${first?.pointer}: ${first?.sentence}`)
    this.problems = problems
    this.more = count - problems.length
  }
}

/**
 * Creates and updates accounts until the library contains what the entries say, in one write: all of it or nothing.
 * Likes are added, and never removed. Seeding the same entries again changes nothing.
 * @throws InvalidAccounts with the problems of the entries; OperationalError if a password changes meanwhile
 */
export const seedAccounts = async (
  database: Pick<Database, 'read' | 'longSnapshot' | 'write'>,
  accounts: readonly AccountEntry[],
  options: Options = {},
): Promise<AccountsReport> => {
  const problems = new ProblemList()
  try {
    const entries = await validateAccounts(accounts, options.folder ?? '.', problems)
    return await writeAccounts(database, entries, problems, options)
  } catch (error) {
    throw error instanceof TooManyProblems ? new InvalidAccounts(problems) : error
  }
}

/** Writes entries that were validated. @throws InvalidAccounts; TooManyProblems */
const writeAccounts = async (
  database: Pick<Database, 'read' | 'longSnapshot' | 'write'>,
  entries: readonly Entry[],
  problems: ProblemList,
  { actor = serverStart, dryRun = false, ofTest = false, onChange, onProgress }: Options,
): Promise<AccountsReport> => {
  // With problems, only those that depend on the library are found.
  const compares = problems.count === 0
  const stores = compares && !dryRun
  const passwords = await preparePasswords(database.read, entries, { compares, stores, ofTest, onProgress })
  const plan = async (read: Reader) => {
    const tracks = await resolveLikes(read, entries, problems)
    const plans = new Map<Entry, AccountPlan>()
    const planner = new AccountPlanner(read, problems, await countAdmins(read))
    for (const entry of await promotionsFirst(read, entries)) {
      const prepared = { entry, password: passwords.get(entry), track_ids: tracks.get(entry) ?? [] }
      const planned = await planner.plan(prepared)
      if (planned) plans.set(entry, planned)
    }
    if (problems.count > 0) throw new InvalidAccounts(problems)
    return plans
  }
  if (dryRun) return reportPlans(entries, await database.longSnapshot(ownWork, plan), onChange)
  return createAuditedWrite(database.write, actor)(async (tx) => {
    const plans = await plan(tx.db)
    for (const planned of plans.values()) await writeAccount(tx, planned)
    return reportPlans(entries, plans, onChange)
  }, ownWork)
}

/**
 * Seeds the text of an accounts file.
 * @throws InvalidAccountsFile with the problems of the file; as `seedAccounts`
 */
export const seedAccountsFile = async (
  database: Pick<Database, 'read' | 'longSnapshot' | 'write'>,
  text: string,
  options: Options = {},
): Promise<AccountsReport> => {
  const file = new FileText(text)
  const problems = new ProblemList()
  try {
    const entries = await readAccounts(file, options.folder ?? '.', problems)
    return await writeAccounts(database, entries, problems, options)
  } catch (error) {
    const isInvalid = error instanceof InvalidAccounts || error instanceof TooManyProblems
    throw isInvalid ? new InvalidAccountsFile(await withPositions(file, problems)) : error
  }
}

/**
 * The valid entries in their order, with those at the end that take the role of admin away: a file may name a new admin
 * after the one that was the last before.
 */
const promotionsFirst = async (read: Reader, entries: readonly Entry[]): Promise<Entry[]> => {
  const first: Entry[] = []
  const last: Entry[] = []
  for (const entry of entries) {
    if (!entry.isValid) continue
    const account = entry.account.role === 'user' ? await readAccount(read, entry.account.email) : undefined
    const isDemotion = account !== undefined && (await readUser(read, account.id)).role.name === 'admin'
    if (isDemotion) last.push(entry)
    else first.push(entry)
  }
  return [...first, ...last]
}

const reportPlans = (
  entries: readonly Entry[],
  plans: ReadonlyMap<Entry, AccountPlan>,
  onChange: Options['onChange'],
): AccountsReport => {
  const report = { created: 0, updated: 0, unchanged: 0, likes_added: 0 }
  for (const entry of entries) {
    const plan = plans.get(entry)
    if (!plan) continue
    const { members, likesAdded } = plan
    const isNew = plan.account.id === undefined
    report.likes_added += likesAdded
    if (!isNew && members.length === 0 && likesAdded === 0) {
      report.unchanged++
      continue
    }
    if (isNew) report.created++
    else report.updated++
    const action = isNew ? 'create' : 'update'
    onChange?.({ action, email: entry.account.email, members: isNew ? [] : members, likes_added: likesAdded })
  }
  return report
}

/** A token with a name is not ended by a limit of sessions. */
const tokenName = 'seed'

/** Creates or updates the account of an entry. */
const writeAccount = async (
  tx: AuditedTransaction,
  { account, token, normalizedHash, emailSetter, locked, track_ids }: AccountPlan,
): Promise<void> => {
  const id = account.id ?? (await createUser(tx, account.created)).id
  if (normalizedHash) await replaceHash(tx.db, { id, ...normalizedHash })
  if ('changes' in account && Object.keys(account.changes).length > 0) await updateUser(tx, id, account.changes)
  // As after any other change of a password. A token of the entry is stored again.
  if ('changes' in account && account.changes.hash) await deleteTokens(tx, id)
  if (token !== undefined) await storeToken(tx, token, { user_id: id, name: tokenName })
  if (locked !== undefined) await setLocked(tx, id, locked)
  if (emailSetter) await setEmailSetter(tx, id, emailSetter)
  await likeAll(tx, id, track_ids)
}
