import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import { type ResourceName, resourceNames } from './resources/names.ts'

type LoadComponent = () => Promise<() => ReactNode>

/** A drawer or dialog, by the end of its path. Its code is loaded when it is opened. */
const drawer = (path: string, load: LoadComponent): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
})

const drawersOf = (resource: ResourceName): Record<string, RouteObject[]> => ({
  [resource]: [
    drawer('new', async () => {
      const { NewRecord } = await import('./components/edit/NewRecord.tsx')
      return () => <NewRecord resource={resource} />
    }),
  ],
  [`${resource}/:id`]: [
    drawer('edit', async () => {
      const { EditRecord } = await import('./components/edit/EditRecord.tsx')
      return () => <EditRecord resource={resource} />
    }),
    drawer('delete', async () => {
      const { DeleteRecord } = await import('./components/edit/DeleteRecord.tsx')
      return () => <DeleteRecord resource={resource} />
    }),
  ],
})

/** Loads the code of the forms of records, which takes seconds on a slow line, before one is opened. */
export const loadForms = () =>
  Promise.allSettled([import('./components/edit/EditRecord.tsx'), import('./components/edit/NewRecord.tsx')])

/** The drawers and dialogs that have a path of their own, by the path of the screen below them. */
export const drawers: Record<string, RouteObject[]> = {
  ...Object.assign({}, ...resourceNames.map(drawersOf)),
  users: [drawer('new', async () => (await import('./components/accounts/NewUser.tsx')).NewUser)],
  'users/:id': [
    drawer('edit', async () => {
      const { EditUser } = await import('./components/accounts/EditUser.tsx')
      return () => <EditUser />
    }),
  ],
  tokens: [drawer('new', async () => (await import('./components/accounts/NewToken.tsx')).NewToken)],
  invitations: [drawer('new', async () => (await import('./components/accounts/NewInvitation.tsx')).NewInvitation)],
}
