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
