import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { IconCopy, IconHistory, IconPencil, IconTrash } from '../../icons/icons.ts'
import { fieldsOf } from '../../resources/members.ts'
import type { ResourceName } from '../../resources/names.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { auditPath } from '../audit/auditPath.ts'
import { opensDrawer } from './useLeave.ts'

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
        <Button
          component={Link}
          to={{ pathname: `/${resource}/new`, search: `?from=${id}` }}
          {...opensDrawer}
          variant="subtle"
          color="gray"
          leftSection={<IconCopy size={16} />}
        >
          {texts.editing.newFromThis(texts[resource].one)}
        </Button>
      )}
      <Button
        component={Link}
        to={{ pathname: `/${resource}/${id}/edit`, search }}
        {...opensDrawer}
        variant="default"
        leftSection={<IconPencil size={16} />}
      >
        {texts.editing.edit}
      </Button>
      <Button
        component={Link}
        to={{ pathname: `/${resource}/${id}/delete`, search }}
        {...opensDrawer}
        variant="default"
        leftSection={<IconTrash size={16} />}
      >
        {texts.editing.delete}
      </Button>
    </>
  )
}
