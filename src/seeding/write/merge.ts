import { movers } from '../../catalogue/movers.ts'
import type { Resource } from '../../catalogue/resources.ts'
import { moveLikes } from '../../likes/store.ts'
import type { SeedContext } from '../context.ts'

/** Moves the references and likes of a record to another one of its section, and counts them in the report. */
export const moveReferences = async (
  { tx, report, log }: SeedContext,
  { name }: Resource,
  ids: { from: number; to: number },
): Promise<void> => {
  await log.touchDeleted(name, [ids.from])
  for (const { move } of movers[name]) report.references_moved += await move(tx, ids)
  if (name === 'tracks') report.likes_moved += await moveLikes(tx, ids)
}
