import { index, integer, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { checkInstants, id, instant } from '../resources/columns.ts'
import { users } from './accountSchema.ts'
import { tracks } from './catalogueSchema.ts'

// Likes join accounts and tracks.

export const likes = sqliteTable(
  'likes',
  {
    // Increases with each like, so that the order of likes does not depend on the clock.
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    track_id: integer()
      .notNull()
      .references(() => tracks.id, { onDelete: 'cascade' }),
    created_at: instant().notNull(),
  },
  (like) => [
    uniqueIndex('likes_user_track').on(like.user_id, like.track_id),
    // Its entries have the id, too, as all do: the likes of one user can be read in their order, part by part.
    index('likes_user').on(like.user_id),
    index('likes_track').on(like.track_id),
    checkInstants('likes_stamps', like.created_at),
  ],
)

/** What happened to likes, for those who follow changes. Triggers write it. The likes of a deleted track or account end without a row. */
export const like_changes = sqliteTable(
  'like_changes',
  {
    id: integer().primaryKey(),
    // The newest entry of the audit trail before it: so both have one order.
    audit_id: integer().notNull(),
    user_id: integer().notNull(),
    track_id: integer().notNull(),
    liked: integer({ mode: 'boolean' }).notNull(),
    created_at: instant().notNull(),
  },
  (change) => [checkInstants('like_changes_stamps', change.created_at)],
)
