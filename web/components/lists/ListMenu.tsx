import { ActionIcon } from '@mantine/core'
import { lazy } from 'react'
import { IconDots } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { LazyMenu } from '../menus/LazyMenu.tsx'
import { throwScreenUnavailable } from '../ScreenUnavailable.tsx'
import type { ListMenuContent } from './ListMenuItems.tsx'

const ListMenuItems = lazy(async () => {
  const module = await import('./ListMenuItems.tsx').catch(throwScreenUnavailable)
  return { default: module.ListMenuItems }
})

/** The button with what is done to a list more rarely. */
export const ListMenu = (content: ListMenuContent) => (
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
