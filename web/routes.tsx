import { createBrowserRouter, type RouteObject } from 'react-router'
import { AdminOnly } from './components/AdminOnly.tsx'
import { Layout } from './components/Layout.tsx'
import { RouteFailure } from './components/RouteFailure.tsx'

/** Loads the module of a screen when its path is opened. Each such module exports `Component`. */
const screen = (path: string, load: () => Promise<{ Component: () => React.ReactNode }>): RouteObject => ({
  path,
  lazy: load,
})

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
        {
          element: <AdminOnly />,
          children: [
            screen('seeding', () => import('./screens/SeedingScreen.tsx')),
            screen('backups', () => import('./screens/BackupsScreen.tsx')),
            screen('health', () => import('./screens/HealthScreen.tsx')),
          ],
        },
        { path: '*', element: <RouteFailure /> },
      ],
    },
  ],
  { basename: '/console' },
)
