import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { defaultPageSize } from '../resources/lists.ts'

export const pageSizes = [25, 50, 100]

/** What the URL says about a list. */
export interface ShownList {
  /** The words that are searched for. */
  q: string
  /** A name that the search sorts by; after a minus sign in the opposite order. */
  sort: string
  /** From 1. */
  page: number
  pageSize: number
  /** Another parameter of the URL, such as a filter. */
  get(name: string): string | undefined
  /** The number of a parameter such as `label_id`. */
  getId(name: string): number | undefined
  /** The ids of a parameter such as `label_id`, or `none` for the records without one. */
  getIds(name: string): number[] | 'none' | undefined
}

/** What a list shows. All of it is in the URL, so that back, forward, reload and links to it work. */
export interface ListState extends ShownList {
  /** Changes parameters; undefined removes one. Unless `page` is one of them, the list returns to its first page. */
  set(changes: Record<string, string | number | undefined>, options?: { replace?: boolean }): void
}

/** The order of a list that is searched for words: the best match first. */
export const relevance = 'relevance'

const parseIds = (text: string | undefined) => {
  if (text === 'none') return text
  const ids = (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
  return ids.length > 0 ? ids : undefined
}

/** @param defaultSort - the order as long as the URL has neither one nor words */
export const readList = (parameters: URLSearchParams, defaultSort: string): ShownList => {
  const get = (name: string) => parameters.get(name) ?? undefined
  const getId = (name: string) => Number(get(name)) || undefined
  const pageSize = getId('limit')
  const q = get('q') ?? ''
  const sort = get('sort')
  return {
    q,
    // Without words there is no best match.
    sort: q ? (sort ?? relevance) : sort && sort !== relevance ? sort : defaultSort,
    page: Math.max(1, Math.trunc(getId('page') ?? 1)),
    pageSize: pageSize && pageSizes.includes(pageSize) ? pageSize : defaultPageSize,
    get,
    getId,
    getIds: (name) => parseIds(get(name)),
  }
}

/** The list that the URL of the page describes, and the function that changes it. */
export const useListState = (defaultSort: string): ListState => {
  const [parameters, setParameters] = useSearchParams()
  const set = useCallback<ListState['set']>(
    (changes, options) => {
      // The URL, and not what was rendered of it: React renders a change when it has time, and another one may come before.
      const next = new URLSearchParams(window.location.search)
      for (const [name, value] of Object.entries({ page: undefined, ...changes })) {
        if (value === undefined || value === '') next.delete(name)
        else next.set(name, String(value))
      }
      setParameters(next, { ...options, preventScrollReset: true })
    },
    [setParameters],
  )
  return { ...readList(parameters, defaultSort), set }
}
