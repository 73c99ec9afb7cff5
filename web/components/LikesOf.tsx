import type { ReactNode } from 'react'
import { LikesProvider, useLikes } from './useLikes.ts'

interface Props {
  /** At most 1,000; undefined until they have been read. */
  tracks: readonly { id: number }[] | undefined
  children: ReactNode
}

/** Reads which of some tracks the user likes, for the hearts inside it. */
export const LikesOf = ({ tracks = [], children }: Props) => (
  <LikesProvider value={useLikes(tracks.map(({ id }) => id))}>{children}</LikesProvider>
)
