import { ActionIcon } from '@mantine/core'
import { IconDots } from '../../icons/icons.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { lazyPart } from '../lazyPart.ts'
import { LazyMenu } from '../menus/LazyMenu.tsx'
import { useIsPhone } from '../table/useRoom.ts'
import type { ListMenuContent } from './ListMenuItems.tsx'

const ListMenuItems = lazyPart(async () => (await import('./ListMenuItems.tsx')).ListMenuItems)

/** The button with what is done to a list more rarely. For a guest that is the choice of columns, which a telephone does not have. */
export const ListMenu = (content: ListMenuContent) => {
  const { user } = useSession()
  const isPhone = useIsPhone()
  if (!user && (!content.table || isPhone)) return
  return (
    <LazyMenu
      button={
        <ActionIcon variant="default" size={36} aria-label={texts.list.more} title={texts.list.more}>
          <IconDots size={18} />
        </ActionIcon>
      }
      Menu={ListMenuItems}
      content={content}
    />
  )
}
