import { createBrowserRouter, type RouteObject } from 'react-router'
import { AdminOnly } from './components/AdminOnly.tsx'
import { Layout } from './components/Layout.tsx'
import { RouteFailure } from './components/RouteFailure.tsx'

/**
 * Loads the module of a screen when its path is opened. Each such module exports `Component`.
 * @param children - what is shown over the screen, such as a drawer
 */
const screen = (
  path: string,
  load: () => Promise<{ Component: () => React.ReactNode }>,
  children: RouteObject[] = [],
): RouteObject => ({ path, lazy: load, children })

/** All paths of the console. */
export const router = createBrowserRouter(
  [
    {
      path: '/',
      element: <Layout />,
      errorElement: <RouteFailure />,
      hydrateFallbackElement: <div />,
      children: [
        { index: true, lazy: () => import('./screens/OverviewScreen.tsx') },
        screen('albums', () => import('./screens/AlbumsScreen.tsx')),
        screen('albums/:id', () => import('./screens/AlbumScreen.tsx')),
        screen('account', () => import('./screens/AccountScreen.tsx')),
        {
          element: <AdminOnly />,
          children: [
            screen('users', () => import('./screens/UsersScreen.tsx'), [
              screen('new', () => import('./screens/NewUserDrawer.tsx')),
            ]),
            screen('users/:id', () => import('./screens/UserScreen.tsx'), [
              screen('edit', () => import('./screens/EditUserDrawer.tsx')),
            ]),
            screen('tokens', () => import('./screens/TokensScreen.tsx'), [
              screen('new', () => import('./screens/NewTokenDrawer.tsx')),
            ]),
            screen('invitations', () => import('./screens/InvitationsScreen.tsx'), [
              screen('new', () => import('./screens/NewInvitationDrawer.tsx')),
            ]),
            screen('audit', () => import('./screens/AuditScreen.tsx')),
          ],
        },
        { path: '*', element: <RouteFailure /> },
      ],
    },
  ],
  { basename: '/console' },
)
