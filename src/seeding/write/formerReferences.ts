import { eq, sql } from 'drizzle-orm'
import { fromKeys } from '../../base/objects.ts'
import { type Resource, type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import type { Reader } from '../../library/connection.ts'
import { prepared } from '../../library/prepared.ts'
import type { SeedContext } from '../context.ts'

/** The members of other sections' identities that refer to a section, with the select of the records that refer to one of its. */
const createIdentityReferences = (name: ResourceName) =>
  resourceNames.flatMap((other) => {
    const { identity, references, table }: Resource = resources[other]
    return identity.flatMap((member) => {
      const reference = references[member]
      if (reference?.resource !== name) return []
      const select = prepared((on: Reader) =>
        on
          .select({ id: sql<number>`${table.id}` })
          .from(table)
          .where(eq(reference.column, sql.placeholder('id')))
          .prepare(),
      )
      return [{ other, member, select }]
    })
  })

const identityReferences = fromKeys(resourceNames, createIdentityReferences)

/**
 * Notes which records are identified by a record that is going to be merged or deleted, so that the file can still name them
 * by it: an album is known by its label.
 */
export const noteFormerReferences = async (
  { read, sections }: SeedContext,
  { name }: Resource,
  id: number,
): Promise<void> => {
  for (const { other, member, select } of identityReferences[name]) {
    for (const row of await select(read).all({ id })) {
      const noted = sections[other].formerReferences.get(row.id)
      // After several merges, the first reference is the one that the library had.
      sections[other].formerReferences.set(row.id, { [member]: id, ...noted })
    }
  }
}
