import { Avatar, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { User } from '../../client/index.ts'
import { texts } from '../texts/texts.ts'
import { lazyPart } from './lazyPart.ts'
import { LazyMenu } from './menus/LazyMenu.tsx'

const AccountMenuItems = lazyPart(async () => (await import('./menus/AccountMenuItems.tsx')).AccountMenuItems)

export const AccountMenu = ({ user }: { user: User }) => {
  const button = (
    <UnstyledButton bdrs="50%">
      <Avatar name={user.name} color="indigo" variant="filled" size={32} />
      <VisuallyHidden>{texts.layout.account}</VisuallyHidden>
    </UnstyledButton>
  )
  return <LazyMenu button={button} Menu={AccountMenuItems} content={{}} />
}
