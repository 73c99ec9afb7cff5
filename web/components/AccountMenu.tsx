import {
  Avatar,
  Menu,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { Link } from 'react-router'
import { IconBook, IconLogout, IconMoon, IconSun, IconUser } from '../icons/icons.ts'
import { serviceUrl } from '../serviceUrl.ts'
import { useSession } from '../session/useSession.ts'
import { texts } from '../texts/texts.ts'

export const AccountMenu = () => {
  const { user, logOut } = useSession()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <UnstyledButton className="avatar-button">
          <Avatar name={user.name} color="indigo" variant="filled" size={32} />
          <VisuallyHidden>{texts.layout.account}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item component={Link} to="/account" leftSection={<IconUser size={16} />}>
          {texts.layout.account}
        </Menu.Item>
        <Menu.Item
          leftSection={isDark ? <IconSun size={16} /> : <IconMoon size={16} />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? texts.layout.light : texts.layout.dark}
        </Menu.Item>
        <Menu.Item component="a" href={serviceUrl('/docs')} target="_blank" leftSection={<IconBook size={16} />}>
          {texts.layout.apiDocumentation}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={logOut}>
          {texts.session.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
