import { client } from '../../api/client.ts'
import type { ResourceName } from '../../resources/names.ts'

/** The maximum number of records that the server sends at once. */
const limit = 1000

/** Reads all records that a search finds, on all of its pages. @param parameters - those of the search */
export const readAllMatches = async (resource: ResourceName, parameters: object): Promise<{ id: number }[]> => {
  const records: { id: number }[] = []
  for (;;) {
    // By their ids, so that a record that is added meanwhile moves none to another page.
    const page = { ...parameters, sort: 'id' as const, limit, offset: records.length }
    const found = await client.search[resource](page)
    records.push(...found.records)
    if (found.records.length < limit) return records
  }
}
