import { Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { IconArrowBackUp, IconBook, IconLanguage, IconLogout, IconMoon, IconSun, IconUser } from '../../icons/icons.ts'
import { serviceUrl } from '../../serviceUrl.ts'
import { useSession, useUser } from '../../session/useSession.ts'
import { settings } from '../../settings.ts'
import { changeLanguage, language, languages } from '../../texts/language.ts'
import { texts } from '../../texts/texts.ts'
import { lazyPart } from '../lazyPart.ts'
import type { MenuTarget } from './LazyMenu.tsx'
import { OpenedMenu } from './OpenedMenu.tsx'

// Only an admin of a demo needs it.
const ResetDemoDialog = lazyPart(async () => (await import('../demo/ResetDemoDialog.tsx')).ResetDemoDialog)

/** The menu of the user who is logged in. */
export const AccountMenuItems = ({ button }: { button: MenuTarget }) => {
  const { isAdmin, logOut } = useSession()
  const user = useUser()
  const [isResetting, setIsResetting] = useState(false)
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  return (
    <>
      <OpenedMenu button={button} position="bottom-end" width={240}>
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
        {languages
          .filter(({ tag }) => tag !== language)
          .map(({ tag, name }) => (
            <Menu.Item
              key={tag}
              lang={tag}
              leftSection={<IconLanguage size={16} />}
              onClick={() => changeLanguage(tag)}
            >
              {name}
            </Menu.Item>
          ))}
        {settings.demo && isAdmin && (
          <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => setIsResetting(true)}>
            {texts.demo.openReset}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={logOut}>
          {texts.session.logOut}
        </Menu.Item>
      </OpenedMenu>
      {isResetting && (
        <Suspense>
          <ResetDemoDialog onClose={() => setIsResetting(false)} />
        </Suspense>
      )}
    </>
  )
}
