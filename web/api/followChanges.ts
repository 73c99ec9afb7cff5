import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError, type Change } from '../../client/index.ts'
import { resourceNames } from '../resources/names.ts'
import { client } from './client.ts'
import { refreshLikes } from './queryClient.ts'

type Listener = (changes: readonly Change[]) => void

const listeners = new Set<Listener>()

/** Calls a function with the changes that others and this page make. @returns a function that ends this */
export const onChanges = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The first parts of the keys of queries that show the catalogue, accounts, or the audit trail of both. What forms and dialogs have read stays. */
const followed = new Set<unknown>([
  ...['search', 'counts', 'total', 'options', 'summaries', 'names', 'everything', 'likes', 'audit', 'me'],
  ...[...resourceNames, 'users'],
])

const isFollowed = ({ queryKey: [first, second] }: Query, changed: ReadonlySet<string>) => {
  const isOfUsers = first === 'users' || first === 'me' || second === 'users'
  if (first === 'audit') return true
  if (changed.has('users') && isOfUsers) return true
  // A record nests others, so a change of one may show in any of them.
  return followed.has(first) && !isOfUsers && resourceNames.some((name) => changed.has(name))
}

const everything = [...resourceNames, 'users']

/** How long changes are collected before the screen is read again, in milliseconds. */
const collectMs = 500

/** Reads again what shows changed records, quietly: what is on the screen stays until then. */
const createRefresh = (queryClient: QueryClient) => {
  let changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    timer = undefined
    // The answer of a write may not have come yet. It has the screen read again, too.
    if (queryClient.isMutating() > 0) return schedule()
    const kinds = changed
    changed = new Set()
    queryClient.invalidateQueries({ predicate: (query) => isFollowed(query, kinds) })
    if (kinds.has('likes')) void refreshLikes()
  }
  const schedule = () => {
    if (timer === undefined) timer = setTimeout(refresh, collectMs)
  }
  return (kinds: Iterable<string>) => {
    for (const kind of kinds) changed.add(kind)
    schedule()
  }
}

/** How long the page waits after the server has rejected it, in milliseconds. */
const rejectedMs = 60_000

/**
 * Keeps the screen up to date with what others change, while it is visible. A hidden page has no stream: a browser has few connections to a
 * server. When it is shown again, it goes on where it was.
 * @returns a function that ends this
 */
export const followChanges = (queryClient: QueryClient): (() => void) => {
  const refresh = createRefresh(queryClient)
  let since: string | undefined
  let running: AbortController | undefined

  const follow = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      try {
        if (since === undefined) {
          since = (await client.request<{ next: string }>('GET', '/changes?since=now', { signal })).next
          // The screen may be older than this cursor.
          refresh(everything)
        }
        for await (const { changes, next } of client.changes({ since, signal })) {
          since = next
          refresh(changes.map(({ resource }) => resource))
          for (const listener of listeners) listener(changes)
        }
      } catch (error) {
        if (signal.aborted) return
        since = undefined
        if (error instanceof ApiError && error.status === 410) continue
        await new Promise((resolve) => setTimeout(resolve, rejectedMs))
      }
    }
  }

  const onVisibility = () => {
    running?.abort()
    running = undefined
    if (document.visibilityState === 'hidden') return
    running = new AbortController()
    void follow(running.signal)
  }
  document.addEventListener('visibilitychange', onVisibility)
  onVisibility()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    running?.abort()
  }
}
