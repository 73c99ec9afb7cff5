import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { IconArrowMerge } from '../../icons/icons.ts'
import type { ResourceName } from '../../resources/names.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'

/** The link to the likely duplicates of a list; only admins have it. */
export const DuplicatesLink = ({ resource }: { resource: ResourceName }) => {
  const { isAdmin } = useSession()
  if (!isAdmin) return
  return (
    <Button
      component={Link}
      to={`/duplicates?resource=${resource}`}
      variant="default"
      leftSection={<IconArrowMerge size={16} />}
    >
      {texts.merge.duplicatesTitle}
    </Button>
  )
}
