import { IconHeart, IconHeartFilled } from '../icons/icons.ts'
import { texts } from '../texts/texts.ts'
import { useProvidedLikes } from './useLikes.ts'

/** The heart of a track. */
export const LikeButton = ({ track }: { track: { id: number; title: string } }) => {
  const likes = useProvidedLikes()
  const isLiked = likes.isLiked(track.id)
  const Icon = isLiked ? IconHeartFilled : IconHeart
  return (
    <button
      type="button"
      className="row-button mantine-focus-auto"
      data-liked={isLiked || undefined}
      aria-label={isLiked ? texts.likes.unlike(track.title) : texts.likes.like(track.title)}
      aria-pressed={isLiked}
      onClick={(event) => {
        // The row below it may open the track.
        event.stopPropagation()
        likes.toggle(track.id)
      }}
    >
      <Icon size={18} />
    </button>
  )
}
