import { ActionIcon } from '@mantine/core'
import { IconHeart, IconHeartFilled } from '../icons/icons.ts'
import { texts } from '../texts/texts.ts'
import type { Likes } from './useLikes.ts'

/** The heart of a track. */
export const LikeButton = ({ track, likes }: { track: { id: number; title: string }; likes: Likes }) => {
  const isLiked = likes.isLiked(track.id)
  const Icon = isLiked ? IconHeartFilled : IconHeart
  return (
    <ActionIcon
      variant="subtle"
      color={isLiked ? 'red' : 'gray'}
      aria-label={isLiked ? texts.likes.unlike(track.title) : texts.likes.like(track.title)}
      aria-pressed={isLiked}
      onClick={(event) => {
        // The row below it may open the track.
        event.stopPropagation()
        likes.toggle(track.id)
      }}
    >
      <Icon size={18} />
    </ActionIcon>
  )
}
