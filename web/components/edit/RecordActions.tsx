import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import type { ResourceName } from '../../resources/names.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { openedInConsole } from './useLeave.ts'

/** The buttons that edit and delete a record; only admins have them. */
export const RecordActions = ({ resource, record: { id } }: { resource: ResourceName; record: { id: number } }) => {
  const { isAdmin } = useSession()
  const { search } = useLocation()
  if (!isAdmin) return
  return (
    <>
      <Button
        component={Link}
        to={{ pathname: `/${resource}/${id}/edit`, search }}
        state={openedInConsole}
        variant="default"
        leftSection={<IconPencil size={16} />}
      >
        {texts.editing.edit}
      </Button>
      <Button
        component={Link}
        to={{ pathname: `/${resource}/${id}/delete`, search }}
        state={openedInConsole}
        variant="default"
        c="error"
        leftSection={<IconTrash size={16} />}
      >
        {texts.editing.delete}
      </Button>
    </>
  )
}
