import { AppShell, Box, Burger, Group, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { followWhenShown } from '../api/followWhenShown.ts'
import { texts } from '../texts/texts.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { Logo } from './Logo.tsx'
import { Navigation } from './Navigation.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { SearchButton } from './search/SearchButton.tsx'
import { useFollowedLinks } from './useFollowedLinks.ts'

/** The frame of all screens: the navigation, the header, and the screen of the path. */
export const Layout = () => {
  const [isOpen, { toggle, close }] = useDisclosure()
  const { pathname } = useLocation()
  const queryClient = useQueryClient()
  const follow = useFollowedLinks()
  useEffect(() => followWhenShown(queryClient), [queryClient])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the navigation closes when the path has changed
  useEffect(close, [pathname])
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', md: 'xl' }}
      layout="alt"
    >
      <a className="skip-link" href="#content">
        {texts.layout.skipToContent}
      </a>
      <AppShell.Header px={{ base: 'md', md: 'xl' }} className="header">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={texts.layout.openNavigation}
            aria-expanded={isOpen}
          />
          <SearchButton />
          <Box flex={1} />
          <AccountMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" className="navbar" aria-label={texts.layout.navigation}>
        <Group h={40} px="xs" mb="sm" justify="space-between" wrap="nowrap">
          <UnstyledButton component={Link} to="/">
            <Group gap="xs" wrap="nowrap">
              <Logo size={26} />
              <Text fw={650}>{texts.layout.name}</Text>
            </Group>
          </UnstyledButton>
          <Burger opened onClick={close} hiddenFrom="sm" size="sm" aria-label={texts.actions.close} />
        </Group>
        <Box flex={1} className="navigation">
          <Navigation />
        </Box>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} onClick={follow}>
        <OfflineNotice />
        <Suspense>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  )
}
