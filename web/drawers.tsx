import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import type { ResourceName } from './resources/names.ts'

type LoadComponent = () => Promise<() => ReactNode>

/** A drawer or dialog, by the end of its path. Its code is loaded when it is opened. */
const drawer = (path: string, load: LoadComponent): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
})

const deletion = (resource: ResourceName) =>
  drawer('delete', async () => {
    const { DeleteRecord } = await import('./components/edit/DeleteRecord.tsx')
    return () => <DeleteRecord resource={resource} />
  })

/** The drawers and dialogs that have a path of their own, by the path of the screen below them. */
export const drawers: Record<string, RouteObject[]> = {
  albums: [drawer('new', async () => (await import('./resources/albumForm.tsx')).NewAlbum)],
  'albums/:id': [drawer('edit', async () => (await import('./resources/albumForm.tsx')).EditAlbum), deletion('albums')],
  artists: [drawer('new', async () => (await import('./resources/artistForm.tsx')).NewArtist)],
  'artists/:id': [
    drawer('edit', async () => (await import('./resources/artistForm.tsx')).EditArtist),
    deletion('artists'),
  ],
  genres: [drawer('new', async () => (await import('./resources/genreForm.tsx')).NewGenre)],
  'genres/:id': [drawer('edit', async () => (await import('./resources/genreForm.tsx')).EditGenre), deletion('genres')],
  labels: [drawer('new', async () => (await import('./resources/labelForm.tsx')).NewLabel)],
  'labels/:id': [drawer('edit', async () => (await import('./resources/labelForm.tsx')).EditLabel), deletion('labels')],
  tracks: [drawer('new', async () => (await import('./resources/trackForm.tsx')).NewTrack)],
  'tracks/:id': [drawer('edit', async () => (await import('./resources/trackForm.tsx')).EditTrack), deletion('tracks')],
  users: [drawer('new', async () => (await import('./components/accounts/NewUser.tsx')).NewUser)],
  'users/:id': [drawer('edit', async () => (await import('./components/accounts/EditUser.tsx')).EditUser)],
  tokens: [drawer('new', async () => (await import('./components/accounts/NewToken.tsx')).NewToken)],
  invitations: [drawer('new', async () => (await import('./components/accounts/NewInvitation.tsx')).NewInvitation)],
}
