import { texts } from '../texts/texts.ts'
import { drawCover, shortenTitle } from './coverDrawing.ts'
import { coverLetters } from './coverPalette.ts'

interface Props {
  /** The title of an album, or the name of an artist. */
  name: string
  /** The artists of an album, if they are known. */
  artist?: string | undefined
  /** Whether it is a disc, as of an artist. */
  isRound?: boolean
}

/**
 * A picture that follows from a name alone: the server has no images, and `cover_path` is a text. A small one is the shape without the
 * texts. All covers are this component.
 */
export const Cover = ({ name, artist, isRound = false }: Props) => {
  const { colours, shape, turn } = drawCover(name)
  const fill = (n: 0 | 1) => `light-dark(${colours.light[n]}, ${colours.dark[n]})`
  return (
    <div
      className="cover"
      data-round={isRound || undefined}
      role="img"
      aria-label={texts.albums.coverOf(name)}
      style={{ color: `light-dark(${coverLetters.light}, ${coverLetters.dark})` }}
    >
      <svg viewBox="0 0 200 200" aria-hidden>
        <rect width="200" height="200" fill={fill(0)} />
        <path d={shape} transform={`rotate(${turn} 100 100)`} fill={fill(1)} fillRule="evenodd" />
      </svg>
      <span dir="auto">{shortenTitle(name)}</span>
      <span dir="auto">{artist}</span>
    </div>
  )
}
