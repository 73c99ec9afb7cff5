import { type Caller, hashBearerToken, readCaller } from '../auth/tokens.ts'
import type { Change } from '../database/changeCapture.ts'
import { type Answer, sizeOf } from '../http/cachedResponse.ts'
import type { Database } from '../library/open.ts'
import { type Dated, ledger } from './changeTracker.ts'
import type { Listing } from './chunks.ts'
import { isShown, type Key, keyOf } from './dependencies.ts'
import { type ListAnswer, listsOn } from './listCache.ts'
import { shelf } from './lru.ts'
import type { Noun } from './nouns.ts'

/** How many tokens' owners are remembered. */
const mostCallers = 10_000

/** The longest list that is kept whole, in bytes. Sending a longer one in one go would hold up others. */
const wholeMost = 33_554_432

/** What a key takes, in bytes. */
const keySize = 8

/** The answer about one record, or of one user; and what it shows. */
export interface Made {
  answer: Answer
  shows: Key[]
}

type Remembered = (Answer & Dated & { list?: undefined }) | ListAnswer

/** The one place that remembers what was read, and the one that forgets it. */
export interface Memory {
  /** Who an `Authorization` header speaks for. */
  callerOf(authorization: string | null): Promise<Caller | undefined>
  /** The same, if it is remembered. */
  knownCaller(authorization: string | null): Caller | undefined
  /** What is remembered under a name. */
  recall(name: string): Answer | undefined
  /** Makes an answer and remembers it under a name, until a write changes what it shows. */
  make(name: string, work: () => Promise<Made>): Promise<Answer>
  /** The answer to a GET of a whole list. */
  list(noun: Noun, listing: Listing): Promise<Answer>
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
  const answers = shelf<Remembered>(limit, (kept) => sizeOf(kept) + (kept.list ? 0 : kept.shows.length * keySize))
  let seen = database.externalVersion.now()
  let hits = 0

  const forgetAll = () => {
    callers.clear()
    answers.clear()
    changed.clear()
    lists.clear()
  }

  const changed = ledger(forgetAll)

  /** Forgets everything once another program has changed the file. */
  const refresh = (version: number) => {
    if (version === seen) return
    seen = version
    forgetAll()
  }
  const refreshInTurn = () => refresh(database.externalVersion.inThisTurn())

  // While a list is made again there are two of it.
  const lists = listsOn(
    answers,
    database,
    () => refresh(database.externalVersion.now()),
    Math.min(wholeMost, limit / 4),
  )

  database.onCommit((changes) => {
    // What a table shows in that nobody has told of here is not known.
    if (changes.some(({ kind }) => kind === 'others')) return forgetAll()
    changed.note(keysOf(changes))
    lists.note(changes)
    forgetCallers(changes)
  })

  const forgetCallers = (changes: Change[]) => {
    const users = new Set<number | string>()
    for (const { kind, id } of changes) {
      if (kind === 'tokens') callers.forget(String(id))
      else if (kind === 'users') users.add(id)
      else if (kind === 'roles') callers.clear()
    }
    if (users.size > 0) callers.forgetWhere((_, caller) => !caller || users.has(caller.user.id))
  }

  const knownCaller = (authorization: string | null) => {
    refreshInTurn()
    const hash = hashBearerToken(authorization)
    const known = hash === undefined ? undefined : callers.get(hash)
    if (known) note(known)
    return known
  }

  return {
    knownCaller,
    callerOf: async (authorization) => {
      const known = knownCaller(authorization)
      if (known) return known
      const hash = hashBearerToken(authorization)
      const found = hash && (await callers.fill(hash, () => readCaller(database.read, hash)))
      if (found) note(found)
      return found || undefined
    },
    recall: (name) => {
      const kept = answers.get(name)
      if (!kept || !(kept.list ? !kept.stale : changed.isGood(kept))) return
      hits++
      return kept
    },
    make: async (name, work) => {
      const moment = changed.now
      const { answer, shows } = await work()
      answers.put(name, Object.assign(answer, { moment, shows }))
      return answer
    },
    list: lists.answer,
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

/** A new record shows nowhere, though tying it to others is noted as a change of it. */
function* keysOf(changes: Change[]): Generator<Key> {
  const fresh = new Set(changes.flatMap(({ kind, id }) => (kind === 'new_tracks' ? id : [])))
  for (const { kind, id } of changes) {
    if (isShown(kind) && !(kind === 'tracks' && fresh.has(id))) yield keyOf(kind, Number(id))
  }
}
