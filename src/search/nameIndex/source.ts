import { type Column, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { mapValues } from '../../base/objects.ts'
import type { Reader } from '../../library/connection.ts'
import { type IdRange, integerParameter, rangeLimit } from '../../library/listRange.ts'
import { prepared } from '../../library/prepared.ts'
import { folded_names } from '../../library/searchSchema.ts'

/** A table with a row for each record that a record refers to. */
interface LinkTable {
  table: SQLiteTable
  owner: Column
  target: Column
}

/** Reads the records of a kind. */
export interface ChunkSource {
  /** Reads the ids and the folded names of a range, in the order of the ids. */
  readNames(read: Reader, range: IdRange): Promise<[id: number, folded: string][]>
  /**
   * By the names of the resources to which the records refer. They read a row for each link of a range, without its limit, in the
   * order of the owners.
   */
  readLinks: Record<string, (read: Reader, range: IdRange) => Promise<[owner: number, target: number][]>>
}

/**
 * @param searchedName - the `resource` of the folded names
 * @param links - by the names of the resources to which the records refer
 */
export const createChunkSource = (searchedName: string, links: Record<string, LinkTable>): ChunkSource => {
  const { resource, id, folded } = folded_names
  const selectNames = prepared((on) =>
    on
      .select({ id, folded })
      .from(folded_names)
      .where(sql`${resource} = ${sql.raw(`'${searchedName}'`)} and ${inRange(id)}`)
      .orderBy(id)
      .limit(rangeLimit)
      .prepare(),
  )
  return {
    // Arrays: an object for each row takes longer than the select.
    readNames: async (read, range) => (await selectNames(read).values({ ...range })) as [number, string][],
    readLinks: mapValues(links, ({ table, owner, target }) => {
      const selectLinks = prepared((on) =>
        on
          .select({ owner: sql`${owner}`, target: sql`${target}` })
          .from(table)
          .where(sql`${inRange(owner)} and ${target} is not null`)
          .orderBy(sql`${owner}`)
          .prepare(),
      )
      return async (read, range) => (await selectLinks(read).values({ ...range })) as [number, number][]
    }),
  }
}

const inRange = (id: Column) => sql`${id} between ${integerParameter('from')} and ${integerParameter('to')}`
