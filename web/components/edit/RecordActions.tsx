import { ActionIcon, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { IconDots } from '../../icons/icons.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { lazyPart } from '../lazyPart.ts'
import { LazyMenu } from '../menus/LazyMenu.tsx'
import { DrawerButton } from './DrawerButton.tsx'
import type { ActedRecord } from './RecordMenuItems.tsx'

const RecordMenuItems = lazyPart(async () => (await import('./RecordMenuItems.tsx')).RecordMenuItems)

/** The buttons of the head of a record: Edit, what its kind has, and a menu with what is rarer. Only admins have them. */
export const RecordActions = ({ children, ...content }: ActedRecord & { children?: ReactNode }) => {
  const { isAdmin } = useSession()
  const { search } = useLocation()
  if (!isAdmin) return
  return (
    <Group gap={8} mt="sm" className="text-buttons">
      <DrawerButton to={{ pathname: `/${content.resource}/${content.record.id}/edit`, search }} variant="filled">
        {texts.editing.edit}
      </DrawerButton>
      {children}
      <LazyMenu
        button={
          <ActionIcon
            variant="default"
            size={36}
            className="record-menu"
            aria-label={texts.list.more}
            title={texts.list.more}
          >
            <IconDots size={18} />
          </ActionIcon>
        }
        Menu={RecordMenuItems}
        content={content}
      />
    </Group>
  )
}
