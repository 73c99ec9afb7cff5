import { Text } from '@mantine/core'
import { IconHome } from '../icons/icons.ts'
import { hrefOf } from '../serviceUrl.ts'
import { useSession } from '../session/useSession.ts'
import { texts } from '../texts/texts.ts'
import { administrationEntries, libraryEntries, likesPath } from './navigationEntries.ts'

const overview = { path: '/', label: texts.layout.overview, Icon: IconHome }

/** The title of a screen that the navigation leads to. */
export const titleOf = (path: string): string | undefined =>
  [overview, ...libraryEntries, ...administrationEntries].find((entry) => entry.path === path)?.label

/** The links to all screens that the user may open. @param path - that of the screen which is shown or being opened */
export const Navigation = ({ path }: { path: string }) => {
  const { user, isAdmin } = useSession()
  const entry = ({ path: to, label, Icon }: typeof overview) => {
    const isCurrent = path === to || (to !== '/' && path.startsWith(`${to}/`))
    return (
      <a key={to} href={hrefOf(to)} className="nav-link" aria-current={isCurrent ? 'page' : undefined}>
        <Icon size={18} stroke={1.6} />
        {label}
      </a>
    )
  }
  return (
    <div className="navigation">
      {entry(overview)}
      <Heading text={texts.layout.library} />
      {libraryEntries.filter(({ path }) => user || path !== likesPath).map(entry)}
      {isAdmin && <Heading text={texts.layout.administration} />}
      {isAdmin && administrationEntries.map(entry)}
    </div>
  )
}

const Heading = ({ text }: { text: string }) => (
  <Text size="xs" fw={600} c="dimmed" px="xs" mt="md" mb={4}>
    {text}
  </Text>
)
