import { Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { isMergeResource } from '../../api/merge.ts'
import { IconArrowMerge, IconCopy, IconHistory, IconTrash } from '../../icons/icons.ts'
import { fieldsOf } from '../../resources/members.ts'
import { describeRecord, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { auditPath } from '../audit/auditPath.ts'
import { lazyPart } from '../lazyPart.ts'
import type { MenuTarget } from '../menus/LazyMenu.tsx'
import { OpenedMenu } from '../menus/OpenedMenu.tsx'
import { opensDrawer } from './useLeave.ts'
import { useLeaveDeleted } from './useLeaveDeleted.ts'

const MergeDialog = lazyPart(async () => (await import('../merge/MergeDialog.tsx')).MergeDialog)

export interface ActedRecord {
  resource: ResourceName
  record: { id: number }
}

/** Whether another record can begin like one of these. */
const hasMoreThanName = (resource: ResourceName) => Object.keys(fieldsOf(resource)).length > 1

/** What is done to a record more rarely: its changes are shown, and it is copied, merged and deleted. */
export const RecordMenuItems = ({ button, resource, record }: ActedRecord & { button: MenuTarget }) => {
  const { id } = record
  const [isMerging, { open, close }] = useDisclosure()
  const leaveDeleted = useLeaveDeleted()
  const { search } = useLocation()
  return (
    <>
      <OpenedMenu button={button} position="bottom-end">
        <Menu.Item component={Link} to={auditPath(resource, id)} leftSection={<IconHistory size={16} />}>
          {texts.audit.changes}
        </Menu.Item>
        {hasMoreThanName(resource) && (
          <Menu.Item
            component={Link}
            to={{ pathname: `/${resource}/new`, search: `?from=${id}` }}
            {...opensDrawer}
            leftSection={<IconCopy size={16} />}
          >
            {texts.editing.newFromThis(texts[resource].one)}
          </Menu.Item>
        )}
        {isMergeResource(resource) && (
          <Menu.Item leftSection={<IconArrowMerge size={16} />} onClick={open}>
            {texts.merge.with}
          </Menu.Item>
        )}
        <Menu.Item
          component={Link}
          to={{ pathname: `/${resource}/${id}/delete`, search }}
          {...opensDrawer}
          leftSection={<IconTrash size={16} />}
        >
          {texts.editing.delete}
        </Menu.Item>
      </OpenedMenu>
      {isMerging && isMergeResource(resource) && (
        <Suspense>
          <MergeDialog
            resource={resource}
            records={[{ id, name: describeRecord(record) }]}
            onClose={close}
            onApplied={({ into }) => leaveDeleted(`/${resource}/${into.id}`)}
          />
        </Suspense>
      )}
    </>
  )
}
