import { Burger, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { followWhenShown } from '../api/followWhenShown.ts'
import { loadForms } from '../drawers.tsx'
import { hrefOf } from '../serviceUrl.ts'
import { useSession } from '../session/useSession.ts'
import { texts } from '../texts/texts.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { GuestHeader } from './GuestHeader.tsx'
import { focusFirstRow, useKeys } from './keys/useKeys.ts'
import { Logo } from './Logo.tsx'
import { lazyPart } from './lazyPart.ts'
import { Navigation, titleOf } from './Navigation.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { PageHeader } from './PageHeader.tsx'
import { SearchButton } from './search/SearchButton.tsx'
import { useFollowedLinks } from './useFollowedLinks.ts'
import { useScreenFocus } from './useScreenFocus.ts'

const KeysDialog = lazyPart(async () => (await import('./keys/KeysDialog.tsx')).KeysDialog)

/** How long nothing is read before code is loaded that may be needed later, in milliseconds. */
const idleTime = 1_500

/** The frame of all screens: the navigation, the header, and the screen of the path. */
export const Layout = () => {
  const [isOpen, { toggle, close }] = useDisclosure()
  const [isHelpOpen, help] = useDisclosure()
  useKeys(help.open)
  useScreenFocus()
  const { pathname } = useLocation()
  const { pendingPath = pathname, onClick } = useFollowedLinks()
  const pendingTitle = pendingPath === pathname ? undefined : titleOf(pendingPath)
  const isReading = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0
  const queryClient = useQueryClient()
  const { user, isAdmin } = useSession()
  const isGuest = !user
  useEffect(() => (isGuest ? undefined : followWhenShown(queryClient)), [queryClient, isGuest])
  useEffect(() => {
    if (!isAdmin || isReading) return
    const timeout = setTimeout(loadForms, idleTime)
    return () => clearTimeout(timeout)
  }, [isAdmin, isReading])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the navigation closes when another path is opened
  useEffect(close, [pendingPath])
  return (
    // biome-ignore lint/a11y: the clicks are those of links, which the keyboard makes, too
    <div onClick={onClick}>
      <a className="skip-link" href="#content">
        {texts.layout.skipToContent}
      </a>
      <button type="button" className="skip-link" onClick={focusFirstRow}>
        {texts.layout.skipToRows}
      </button>
      <header className="header">
        <Burger
          opened={isOpen}
          onClick={toggle}
          hiddenFrom="md"
          size="sm"
          aria-label={texts.layout.openNavigation}
          aria-expanded={isOpen}
        />
        <SearchButton />
        {user ? <AccountMenu user={user} /> : <GuestHeader />}
        {(isReading || pendingPath !== pathname) && <div className="progress-bar" />}
      </header>
      <nav className="navbar" aria-label={texts.layout.navigation} data-open={isOpen || undefined}>
        <div className="navbar-head">
          <a href={hrefOf('/')} className="home-link">
            <Logo size={26} />
            <Text fw={650}>{texts.layout.name}</Text>
          </a>
          <Burger opened onClick={close} hiddenFrom="md" size="sm" aria-label={texts.actions.close} />
        </div>
        <Navigation path={pendingPath} />
      </nav>
      <main id="content" tabIndex={-1}>
        <OfflineNotice />
        {pendingTitle !== undefined && <PageHeader title={pendingTitle} />}
        <div hidden={pendingTitle !== undefined}>
          <Suspense>
            <Outlet />
          </Suspense>
        </div>
      </main>
      <ScrollRestoration />
      {isHelpOpen && (
        <Suspense>
          <KeysDialog onClose={help.close} />
        </Suspense>
      )}
    </div>
  )
}
