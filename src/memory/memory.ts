import { type Caller, hashIn, readCaller } from '../access/tokens.ts'
import type { Database } from '../database/open.ts'
import { type Answer, sizeOf } from '../http/answer.ts'
import { type Affected, affectedBy, type Ids, type Noun, nouns } from './affected.ts'
import { listsOn, type Remembered } from './lists.ts'
import type { Page } from './pieces.ts'
import { shelf } from './shelf.ts'

/** How many tokens' owners are remembered. */
const mostCallers = 10_000

/** The longest list that is kept whole, in bytes. Sending a longer one in one go would hold up others. */
const wholeMost = 33_554_432

/** The one place that remembers what was read, and the one that forgets it. */
export interface Memory {
  /** Who an `Authorization` header speaks for. */
  callerOf(authorization: string | null): Promise<Caller | undefined>
  /** The same, if it is remembered. */
  knownCaller(authorization: string | null): Caller | undefined
  /** What is remembered under a path, and for a user's own path also under the user's id. */
  recall(path: string, user_id?: number): Remembered | undefined
  /** Makes an answer and remembers it, unless a write has changed what it shows meanwhile. */
  make(path: string, work: () => Promise<Answer>, user_id?: number): Promise<Answer>
  /** The answer to a GET of a whole list, which is made page by page. */
  list(noun: Noun, page: Page): Promise<Answer>
  /** What the remembered answers take, in bytes, and how many they are. */
  readonly size: number
  readonly count: number
  /** How often something was recalled. */
  readonly hits: number
}

/**
 * @param limit - of what the remembered answers take together, in bytes; 0 to remember none
 * @param note - is told of everybody who is found to be asking
 */
export const createMemory = (database: Database, limit: number, note: (caller: Caller) => void = () => {}): Memory => {
  const callers = shelf<Caller>(limit > 0 ? mostCallers : 0, () => 1)
  const answers = shelf<Remembered>(limit, sizeOf)
  /** Users whose list of likes may be remembered. */
  const likers = new Set<number>()
  let seen = database.elsewhere.now()
  let hits = 0

  const forgetAll = () => {
    callers.clear()
    answers.clear()
    likers.clear()
    lists.clear()
  }

  /** Forgets everything once another program has changed the file. */
  const refresh = (version: number) => {
    if (version === seen) return
    seen = version
    forgetAll()
  }
  const refreshInTurn = () => refresh(database.elsewhere.inThisTurn())

  // While a list is made again there are two of it.
  const lists = listsOn(answers, database, () => refresh(database.elsewhere.now()), Math.min(wholeMost, limit / 4))

  const forget = (affected: Affected) => {
    for (const noun of nouns) {
      const { single, listed } = affected[noun]
      forgetEach(`/api/${noun}/`, single)
      lists.spoil(`/api/${noun}`, listed)
    }
    for (const id of affected.likers === 'all' ? likers : affected.likers) answers.forget(likesOf(id))
    if (affected.likers === 'all') likers.clear()
    const { users, tokens } = affected
    if (users === 'all' || users.size > 0) {
      callers.forgetWhere((_, caller) => !caller || users === 'all' || users.has(caller.user.id))
    }
    for (const hash of tokens) callers.forget(hash)
  }

  const forgetEach = (prefix: string, ids: Ids) => {
    if (ids === 'all') answers.forgetWhere((key) => key.startsWith(prefix))
    else for (const id of ids) answers.forget(prefix + id)
  }

  database.watch(async (read, changes) => {
    // What a table shows in that nobody has told of here is not known.
    if (changes.others.length > 0) return forgetAll
    const affected = await affectedBy(read, changes)
    return () => forget(affected)
  })

  const knownCaller = (authorization: string | null) => {
    refreshInTurn()
    const hash = hashIn(authorization)
    const known = hash === undefined ? undefined : callers.get(hash)
    if (known) note(known)
    return known
  }

  return {
    knownCaller,
    callerOf: async (authorization) => {
      const known = knownCaller(authorization)
      if (known) return known
      const hash = hashIn(authorization)
      const found = hash && (await callers.fill(hash, () => readCaller(database.read, hash)))
      if (found) note(found)
      return found || undefined
    },
    recall: (path, user_id) => {
      const kept = answers.get(keyOf(path, user_id))
      if (!kept || kept.stale) return
      hits++
      return kept
    },
    make: (path, work, user_id) => {
      if (user_id !== undefined) likers.add(user_id)
      return answers.fill(keyOf(path, user_id), work)
    },
    list: (noun, page) => lists.answer(`/api/${noun}`, page),
    get size() {
      return answers.size
    },
    get count() {
      return answers.count
    },
    get hits() {
      return hits
    },
  }
}

const keyOf = (path: string, user_id: number | undefined) => (user_id === undefined ? path : likesOf(user_id))

const likesOf = (user_id: number) => `/api/me/likes ${user_id}`
