import type { ResourceName } from '../resources/names.ts'
import { settings } from '../settings.ts'
import { Cover, type CoverProps } from './Cover.tsx'

/** Whether small covers stand beside the names of records: a small drawing alone says nothing. */
export const hasSmallCovers = (resource: ResourceName): resource is 'albums' | 'artists' =>
  settings.covers && (resource === 'albums' || resource === 'artists')

/** The cover of a record beside its name. */
export const SmallCover = ({ resource, ...cover }: CoverProps & { resource: 'albums' | 'artists' }) => (
  <div className="small-cover" aria-hidden>
    <Cover {...cover} isRound={resource === 'artists'} isSmall />
  </div>
)
