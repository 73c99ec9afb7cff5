import {
  IconActivity,
  IconDatabase,
  IconDisc,
  IconFileImport,
  IconHeart,
  IconHistory,
  IconKey,
  IconMicrophone2,
  IconMusic,
  IconTag,
  IconTags,
  IconTicket,
  IconUsers,
} from '../icons/icons.ts'
import { texts } from '../texts/texts.ts'

/** A guest has no likes. */
export const likesPath = '/likes'

/** The screens of the library, which every user may open. */
export const libraryEntries = [
  { path: '/albums', label: texts.albums.title, Icon: IconDisc },
  { path: '/artists', label: texts.artists.title, Icon: IconMicrophone2 },
  { path: '/tracks', label: texts.tracks.title, Icon: IconMusic },
  { path: '/genres', label: texts.genres.title, Icon: IconTags },
  { path: '/labels', label: texts.labels.title, Icon: IconTag },
  { path: likesPath, label: texts.likes.title, Icon: IconHeart },
]

/** The screens that only admins may open. */
export const administrationEntries = [
  { path: '/seeding', label: texts.seeding.title, Icon: IconFileImport },
  { path: '/users', label: texts.users.title, Icon: IconUsers },
  { path: '/invitations', label: texts.invitations.title, Icon: IconTicket },
  { path: '/tokens', label: texts.tokens.title, Icon: IconKey },
  { path: '/audit', label: texts.audit.title, Icon: IconHistory },
  { path: '/backups', label: texts.backups.title, Icon: IconDatabase },
  { path: '/health', label: texts.health.title, Icon: IconActivity },
]
