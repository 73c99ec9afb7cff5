import { and, eq } from 'drizzle-orm'
import { yieldIfDue } from '../base/eventLoop.ts'
import { fromKeys } from '../base/objects.ts'
import type { Transaction, Writer } from './connection.ts'
import { likes } from './likeSchema.ts'
import { allIds, inIdRange, integerParameter } from './listRange.ts'
import { prepared } from './prepared.ts'
import { selectSliceEnd } from './sliceEnds.ts'

const statements = fromKeys(['user_id', 'track_id'], (owner) => {
  const condition = and(eq(likes[owner], integerParameter('id')), inIdRange(likes.id))
  return {
    selectEnd: selectSliceEnd(likes, likes.id, condition),
    deleteSlice: prepared((on: Writer) => on.delete(likes).where(condition).prepare()),
  }
})

/** Deletes the likes of a user or a track that is deleted, a slice at a time. The foreign key deletes those of the last slice: nearly every one has no others. */
export const deleteLikes = async ({ db }: Transaction, owner: keyof typeof statements, id: number): Promise<void> => {
  const { selectEnd, deleteSlice } = statements[owner]
  for (let { from, to } = allIds; ; from = to + 1) {
    const end = await selectEnd(db).get({ id, from, to: allIds.to })
    if (!end) return
    to = end.id
    await deleteSlice(db).run({ id, from, to })
    await yieldIfDue()
  }
}
