import { dummyHash } from '../../accounts/passwords.ts'
import { readTokenOwner } from '../../accounts/tokens.ts'
import { isLocked } from '../../accounts/users/lock.ts'
import { createLastAdminError, type NewAccount, readAccount, readRoleId, readUser } from '../../accounts/users/store.ts'
import { OperationalError } from '../../base/errors.ts'
import { countNewLikes } from '../../catalogue/likes/store.ts'
import type { EmailSetter } from '../../library/accountSchema.ts'
import type { Reader } from '../../library/connection.ts'
import type { ProblemList } from '../read/problems.ts'
import type { PreparedPassword } from './passwords.ts'
import type { Entry } from './validate.ts'

/** What seeding an entry changes. */
export interface AccountPlan {
  /** The account, or all that a new one needs. */
  account:
    | { id: number; changes: Partial<Pick<NewAccount, 'name' | 'role_id' | 'hash'>> }
    | { id: undefined; created: NewAccount }
  /** The token that the account gets. */
  token: string | undefined
  /** What the hash of the account is replaced with: that of the same password in another form. */
  normalizedHash: { hash: string; newHash: string } | undefined
  /** Who has set the address of an account that says otherwise. */
  emailSetter: { from: EmailSetter; to: EmailSetter } | undefined
  /** Whether the account is locked or unlocked; undefined if it stays as it is. */
  locked: boolean | undefined
  /** The tracks that the account likes afterwards. */
  track_ids: readonly number[]
  /** The names of the members that differ from the library. Never their values: a password is among them. */
  members: string[]
  likesAdded: number
}

interface PreparedEntry {
  entry: Entry
  password: PreparedPassword | undefined
  track_ids: readonly number[]
}

/** Finds what seeding entries changes, each once what was found before is written. Nothing has to be written meanwhile. */
export class AccountPlanner {
  /** The accounts that get another password, which ends their tokens. */
  private readonly idsWithoutTokens = new Set<number>()

  constructor(
    private readonly read: Reader,
    private readonly problems: ProblemList,
    private admins: number,
  ) {}

  /**
   * Finds what seeding an entry changes; or adds a problem and returns undefined.
   * @throws OperationalError if the password of the account has changed since it was compared
   */
  async plan({ entry, password, track_ids }: PreparedEntry): Promise<AccountPlan | undefined> {
    const { email, token, locked, email_set_by: to } = entry.account
    const found = await readAccount(this.read, email)
    requireCompared(found?.password, password)
    const account = found ? await this.planUpdate(entry, found, password) : await this.planCreation(entry, password)
    if (!account) return
    const { id } = account
    const members = 'changes' in account ? Object.keys(account.changes).map((name) => memberNames[name] ?? name) : []
    const newToken = (await this.getsToken(entry, id)) ? token : undefined
    if (newToken !== undefined) members.push('token')
    const newLock = locked !== (id !== undefined && (await isLocked(this.read, id))) ? locked : undefined
    if (newLock !== undefined) members.push('locked')
    const emailSetter =
      found && to !== undefined && to !== found.email_set_by ? { from: found.email_set_by, to } : undefined
    if (emailSetter) members.push('email_set_by')
    const newHash = password?.normalizedHash
    const normalizedHash = found && newHash !== undefined ? { hash: found.password, newHash } : undefined
    const likesAdded = id === undefined ? track_ids.length : await countNewLikes(this.read, id, track_ids)
    const changed = { account, token: newToken, normalizedHash, emailSetter, locked: newLock, track_ids }
    return { ...changed, members, likesAdded }
  }

  private async planCreation({ account, pointer }: Entry, password: PreparedPassword | undefined) {
    const { email, password_hash, token, role = 'user', email_set_by = 'admin' } = account
    const name = account.name ?? email.slice(0, email.indexOf('@'))
    const hash = password?.newHash ?? password_hash ?? (token === undefined ? undefined : dummyHash)
    if (hash === undefined) {
      this.problems.add(
        pointer,
        'The library has no account with this email. Give it a password, a password_file, a password_hash or a token.',
      )
      return
    }
    if (role === 'admin') this.admins++
    return { id: undefined, created: { name, email, hash, role_id: await readRoleId(this.read, role), email_set_by } }
  }

  private async planUpdate(
    { account: { name, role, password_hash }, pointer }: Entry,
    { id, password: currentHash }: { id: number; password: string },
    password: PreparedPassword | undefined,
  ) {
    const before = await readUser(this.read, id)
    const hash = password?.newHash ?? password_hash
    const isOtherRole = role !== undefined && role !== before.role.name
    if (isOtherRole && before.role.name === 'admin' && this.admins === 1) {
      this.problems.add(`${pointer}/role`, createLastAdminError().message)
      return
    }
    if (isOtherRole) this.admins += Number(role === 'admin') - Number(before.role.name === 'admin')
    const changes = {
      ...(name !== undefined && name !== before.name && { name }),
      ...(isOtherRole && { role_id: await readRoleId(this.read, role) }),
      ...(hash !== undefined && hash !== currentHash && { hash }),
    }
    if (changes.hash) this.idsWithoutTokens.add(id)
    return { id, changes }
  }

  /** Finds whether the account gets the token of its entry. */
  private async getsToken({ account: { token }, pointer }: Entry, id: number | undefined): Promise<boolean> {
    if (token === undefined) return false
    const owner = await readTokenOwner(this.read, token)
    if (owner === undefined || this.idsWithoutTokens.has(owner)) return true
    if (owner !== id)
      this.problems.add(`${pointer}/token`, 'Another account has this token. Give this one another token.')
    return false
  }
}

const requireCompared = (hash: string | undefined, password: PreparedPassword | undefined) => {
  if (!password || password.comparedHash === hash) return
  throw new OperationalError('An account has changed meanwhile. Nothing was changed; try again.')
}

const memberNames: Record<string, string> = { role_id: 'role', hash: 'password' }
