import { Avatar, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { lazy } from 'react'
import type { User } from '../../client/index.ts'
import { texts } from '../texts/texts.ts'
import { LazyMenu } from './menus/LazyMenu.tsx'
import { throwScreenUnavailable } from './ScreenUnavailable.tsx'

const AccountMenuItems = lazy(async () => {
  const module = await import('./menus/AccountMenuItems.tsx').catch(throwScreenUnavailable)
  return { default: module.AccountMenuItems }
})

export const AccountMenu = ({ user }: { user: User }) => {
  const button = (
    <UnstyledButton bdrs="50%">
      <Avatar name={user.name} color="indigo" variant="filled" size={32} />
      <VisuallyHidden>{texts.layout.account}</VisuallyHidden>
    </UnstyledButton>
  )
  return <LazyMenu button={button} Menu={AccountMenuItems} content={{}} />
}
