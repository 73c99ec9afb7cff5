import { NavLink as Item, Text } from '@mantine/core'
import { NavLink } from 'react-router'
import { IconHome } from '../icons/icons.ts'
import { useSession } from '../session/useSession.ts'
import { texts } from '../texts/texts.ts'
import { administrationEntries, libraryEntries } from './navigationEntries.ts'

/** The links to all screens that the user may open. */
export const Navigation = () => {
  const { isAdmin } = useSession()
  return (
    <nav aria-label={texts.layout.name}>
      <Entry path="/" label={texts.layout.overview} Icon={IconHome} />
      <Heading text={texts.layout.library} />
      {libraryEntries.map((entry) => (
        <Entry key={entry.path} {...entry} />
      ))}
      {isAdmin && <Heading text={texts.layout.administration} />}
      {isAdmin && administrationEntries.map((entry) => <Entry key={entry.path} {...entry} />)}
    </nav>
  )
}

const Heading = ({ text }: { text: string }) => (
  <Text size="xs" fw={600} c="dimmed" px="xs" mt="md" mb={4}>
    {text}
  </Text>
)

const Entry = ({ path, label, Icon }: (typeof libraryEntries)[number]) => (
  <NavLink to={path} end={path === '/'} className="nav-link">
    {({ isActive }) => (
      <Item component="span" active={isActive} label={label} leftSection={<Icon size={18} stroke={1.6} />} />
    )}
  </NavLink>
)
