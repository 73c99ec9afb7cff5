import type { Reader } from '../database/connection.ts'
import { createYielder } from '../eventLoop.ts'
import { findIds, type Search } from './find.ts'
import { type SearchableName, searchables } from './searchables.ts'

/** One statement reads so many ids, so that it takes milliseconds. */
const idsPerSelect = 2_000

/** Finds all records of a search. @returns their ids in its order */
export const findAllIds = async (
  read: Reader,
  resource: SearchableName,
  search: Omit<Search, 'limit' | 'offset'> & { user_id: number },
): Promise<number[]> => {
  const yieldIfDue = createYielder()
  const found: number[] = []
  for (;;) {
    const page = { ...search, limit: idsPerSelect, offset: found.length }
    const { ids, total } = await findIds(read, resource, searchables[resource], page, yieldIfDue)
    for (const id of ids) found.push(id)
    if (ids.length < idsPerSelect || found.length >= total) return found
  }
}
