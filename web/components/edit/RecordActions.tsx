import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { isMergeResource } from '../../api/merge.ts'
import { IconArrowMerge, IconCopy, IconHistory, IconPencil, IconTrash } from '../../icons/icons.ts'
import { fieldsOf } from '../../resources/members.ts'
import { describeRecord, type ResourceName } from '../../resources/names.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { auditPath } from '../audit/auditPath.ts'
import { lazyPart } from '../lazyPart.ts'
import { DrawerButton } from './DrawerButton.tsx'
import { useLeaveDeleted } from './useLeaveDeleted.ts'

const MergeDialog = lazyPart(async () => (await import('../merge/MergeDialog.tsx')).MergeDialog)

/** Whether another record can begin like one of these. */
const hasMoreThanName = (resource: ResourceName) => Object.keys(fieldsOf(resource)).length > 1

/** The buttons that show the changes of a record, copy, merge, edit and delete it; only admins have them. */
export const RecordActions = ({ resource, record }: { resource: ResourceName; record: { id: number } }) => {
  const { id } = record
  const { isAdmin } = useSession()
  const [isMerging, { open, close }] = useDisclosure()
  const leaveDeleted = useLeaveDeleted()
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
      {isMergeResource(resource) && (
        <Suspense>
          <Button variant="subtle" color="gray" leftSection={<IconArrowMerge size={16} />} onClick={open}>
            {texts.merge.with}
          </Button>
          {isMerging && (
            <MergeDialog
              resource={resource}
              records={[{ id, name: describeRecord(record) }]}
              onClose={close}
              onApplied={({ into }) => leaveDeleted(`/${resource}/${into.id}`)}
            />
          )}
        </Suspense>
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
