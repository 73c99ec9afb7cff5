import { useLocation } from 'react-router'
import { IconPlus } from '../../icons/icons.ts'
import type { ResourceName } from '../../resources/names.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { DrawerButton } from './DrawerButton.tsx'

/** The button that creates a record; only admins have it. */
export const NewRecordButton = ({ resource }: { resource: ResourceName | 'users' | 'tokens' | 'invitations' }) => {
  const { isAdmin } = useSession()
  // The list keeps its page and filters below the drawer.
  const { search } = useLocation()
  if (!isAdmin) return
  return (
    <DrawerButton
      to={{ pathname: `/${resource}/new`, search }}
      variant="filled"
      className="phone-icon"
      leftSection={<IconPlus size={16} />}
    >
      {texts.editing.newTitle(texts[resource].one)}
    </DrawerButton>
  )
}
