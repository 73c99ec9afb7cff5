import { createBrowserRouter, type LoaderFunction, type RouteObject, redirect } from 'react-router'
import { AccountOnly } from './components/AccountOnly.tsx'
import { AdminOnly } from './components/AdminOnly.tsx'
import { Layout } from './components/Layout.tsx'
import { loadList } from './components/lists/useList.ts'
import { RouteFailure } from './components/RouteFailure.tsx'
import { throwScreenUnavailable } from './components/ScreenUnavailable.tsx'
import { drawers } from './drawers.tsx'
import type { ResourceName } from './resources/names.ts'
import { Component as Albums } from './screens/AlbumsScreen.tsx'
import { Component as Artists } from './screens/ArtistsScreen.tsx'
import { Component as Genres } from './screens/GenresScreen.tsx'
import { Component as Labels } from './screens/LabelsScreen.tsx'
import { Component as Tracks } from './screens/TracksScreen.tsx'
import { consolePath } from './serviceUrl.ts'

/** A path such as `labels/duplicates` is that of no record: nothing is read for it. */
const requireId: LoaderFunction = ({ params }) => {
  if (/^[1-9]\d{0,15}$/.test(params.id ?? '')) return null
  throw new Response(null, { status: 404 })
}

/** Loads the module of a screen when its path is opened. Each such module exports `Component`, and shows its drawers. */
const screen = (path: string, load: () => Promise<{ Component: () => React.ReactNode }>): RouteObject => ({
  path,
  lazy: () => load().catch(throwScreenUnavailable),
  ...(path.endsWith('/:id') && { loader: requireId }),
  children: drawers[path] ?? [],
})

/** The list of a resource. Everybody opens one, so their code is part of the first load, and each reads its page at once. */
const list = (path: ResourceName, Component: () => React.ReactNode): RouteObject => ({
  path,
  Component,
  loader: loadList(path),
  children: drawers[path] ?? [],
})

/** All paths of the console. */
export const router = createBrowserRouter(
  [
    {
      path: '/',
      element: <Layout />,
      errorElement: <RouteFailure />,
      hydrateFallbackElement: <div />,
      // A screen that fails leaves the navigation as it is.
      children: [
        {
          errorElement: <RouteFailure />,
          children: [
            { index: true, lazy: () => import('./screens/OverviewScreen.tsx').catch(throwScreenUnavailable) },
            list('albums', Albums),
            screen('albums/:id', () => import('./screens/AlbumScreen.tsx')),
            list('artists', Artists),
            screen('artists/:id', () => import('./screens/ArtistScreen.tsx')),
            list('tracks', Tracks),
            screen('tracks/:id', () => import('./screens/TrackScreen.tsx')),
            list('genres', Genres),
            screen('genres/:id', () => import('./screens/GenreScreen.tsx')),
            list('labels', Labels),
            screen('labels/:id', () => import('./screens/LabelScreen.tsx')),
            {
              element: <AccountOnly />,
              children: [
                screen('likes', () => import('./screens/LikesScreen.tsx')),
                screen('account', () => import('./screens/AccountScreen.tsx')),
                {
                  element: <AdminOnly />,
                  children: [
                    screen('users', () => import('./screens/UsersScreen.tsx')),
                    screen('users/:id', () => import('./screens/UserScreen.tsx')),
                    screen('tokens', () => import('./screens/TokensScreen.tsx')),
                    screen('invitations', () => import('./screens/InvitationsScreen.tsx')),
                    screen('duplicates', () => import('./screens/DuplicatesScreen.tsx')),
                    screen('audit', () => import('./screens/AuditScreen.tsx')),
                    screen('seeding', () => import('./screens/SeedingScreen.tsx')),
                    screen('backups', () => import('./screens/BackupsScreen.tsx')),
                    screen('health', () => import('./screens/HealthScreen.tsx')),
                  ],
                },
              ],
            },
            // The link of an invitation, for somebody who has an account.
            { path: 'register', loader: () => redirect('/') },
            { path: '*', element: <RouteFailure /> },
          ],
        },
      ],
    },
  ],
  { basename: consolePath },
)
