import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { IconCopy, IconHistory, IconPencil, IconTrash } from '../../icons/icons.ts'
import { fieldsOf } from '../../resources/members.ts'
import type { ResourceName } from '../../resources/names.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { auditPath } from '../audit/auditPath.ts'
import { DrawerButton } from './DrawerButton.tsx'

/** Whether another record can begin like one of these. */
const hasMoreThanName = (resource: ResourceName) => Object.keys(fieldsOf(resource)).length > 1

/** The buttons that show the changes of a record, copy, edit and delete it; only admins have them. */
export const RecordActions = ({ resource, record: { id } }: { resource: ResourceName; record: { id: number } }) => {
  const { isAdmin } = useSession()
  const { search } = useLocation()
  if (!isAdmin) return
  return (
    <>
      <Button
        component={Link}
        to={auditPath(resource, id)}
        variant="subtle"
        color="gray"
        leftSection={<IconHistory size={16} />}
      >
        {texts.audit.changes}
      </Button>
      {hasMoreThanName(resource) && (
        <DrawerButton
          to={{ pathname: `/${resource}/new`, search: `?from=${id}` }}
          variant="subtle"
          color="gray"
          leftSection={<IconCopy size={16} />}
        >
          {texts.editing.newFromThis(texts[resource].one)}
        </DrawerButton>
      )}
      <DrawerButton to={{ pathname: `/${resource}/${id}/edit`, search }} leftSection={<IconPencil size={16} />}>
        {texts.editing.edit}
      </DrawerButton>
      <DrawerButton to={{ pathname: `/${resource}/${id}/delete`, search }} leftSection={<IconTrash size={16} />}>
        {texts.editing.delete}
      </DrawerButton>
    </>
  )
}
