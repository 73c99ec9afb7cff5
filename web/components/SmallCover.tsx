import { settings } from '../settings.ts'
import { Cover } from './Cover.tsx'

interface Props {
  resource: string
  name: string
  /** Undefined until it has been read. */
  summary: { id: number; cover?: string | null } | undefined
}

/** Whether the records of a resource have covers beside their names. Without a folder of covers, all were drawings too small to tell anything. */
export const hasSmallCovers = (resource: string): boolean =>
  settings.covers && (resource === 'albums' || resource === 'artists')

/** The cover beside the name of a record, which says what a screen reader needs. */
export const SmallCover = ({ resource, name, summary }: Props) =>
  hasSmallCovers(resource) && (
    <span className="small-cover" aria-hidden>
      <Cover name={name} picture={summary?.cover} isRound={resource === 'artists'} place="row" />
    </span>
  )
