import { NavLink as Item, Text } from '@mantine/core'
import {
  IconActivity,
  IconDatabase,
  IconDisc,
  IconFileImport,
  IconHeart,
  IconHistory,
  IconHome,
  IconKey,
  IconMicrophone2,
  IconMusic,
  IconTag,
  IconTags,
  IconTicket,
  IconUsers,
} from '@tabler/icons-react'
import { NavLink } from 'react-router'
import { useSession } from '../session/useSession.ts'
import { texts } from '../texts/texts.ts'

const library = [
  { path: '/albums', label: texts.albums.title, Icon: IconDisc },
  { path: '/artists', label: texts.artists.title, Icon: IconMicrophone2 },
  { path: '/tracks', label: texts.tracks.title, Icon: IconMusic },
  { path: '/genres', label: texts.genres.title, Icon: IconTags },
  { path: '/labels', label: texts.labels.title, Icon: IconTag },
  { path: '/likes', label: texts.likes.title, Icon: IconHeart },
]

const administration = [
  { path: '/seeding', label: texts.seeding.title, Icon: IconFileImport },
  { path: '/users', label: texts.users.title, Icon: IconUsers },
  { path: '/invitations', label: texts.invitations.title, Icon: IconTicket },
  { path: '/tokens', label: texts.tokens.title, Icon: IconKey },
  { path: '/audit', label: texts.audit.title, Icon: IconHistory },
  { path: '/backups', label: texts.backups.title, Icon: IconDatabase },
  { path: '/health', label: texts.health.title, Icon: IconActivity },
]

/** The links to all screens that the user may open. */
export const Navigation = () => {
  const { isAdmin } = useSession()
  return (
    <nav aria-label={texts.layout.name}>
      <Entry path="/" label={texts.layout.overview} Icon={IconHome} />
      <Heading text={texts.layout.library} />
      {library.map((entry) => (
        <Entry key={entry.path} {...entry} />
      ))}
      {isAdmin && <Heading text={texts.layout.administration} />}
      {isAdmin && administration.map((entry) => <Entry key={entry.path} {...entry} />)}
    </nav>
  )
}

const Heading = ({ text }: { text: string }) => (
  <Text size="xs" fw={600} c="dimmed" px="xs" mt="md" mb={4}>
    {text}
  </Text>
)

const Entry = ({ path, label, Icon }: (typeof library)[number]) => (
  <NavLink to={path} end={path === '/'} className="nav-link">
    {({ isActive }) => (
      <Item component="span" active={isActive} label={label} leftSection={<Icon size={18} stroke={1.6} />} />
    )}
  </NavLink>
)
