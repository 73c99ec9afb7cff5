import { useState } from 'react'
import { serviceUrl } from '../serviceUrl.ts'
import { texts } from '../texts/texts.ts'
import { drawCover, shortenTitle } from './coverDrawing.ts'
import { coverLetters } from './coverPalette.ts'

export interface CoverProps {
  /** The title of an album, or the name of an artist. */
  name: string
  /** The artists of an album, if they are known. */
  artist?: string | undefined
  /** Whether it is a disc, as of an artist. */
  isRound?: boolean
  /** Whether it stands in a row. */
  isSmall?: boolean
  /** The URL of its picture, as its summary has it; undefined until it is known. */
  picture?: string | null | undefined
}

/** The widths in which the server sends a picture, in pixels. */
const pictureSizes = [64, 320, 640]

/**
 * The picture of an album or artist. Without one, until it is loaded, and where it fails, it is drawn: the drawing follows from the name
 * alone. A small drawing is the shape without the texts. All covers are this component.
 */
export const Cover = ({ name, artist, isRound = false, isSmall = false, picture }: CoverProps) => {
  const { colours, shape, turn } = drawCover(name)
  const fill = (n: 0 | 1) => `light-dark(${colours.light[n]}, ${colours.dark[n]})`
  const [failed, setFailed] = useState<string>()
  const shown = picture && picture !== failed ? picture : undefined
  return (
    <div
      className="cover"
      data-round={isRound || undefined}
      role="img"
      aria-label={shown ? texts.albums.pictureOf(name) : texts.albums.coverOf(name)}
      style={{ color: `light-dark(${coverLetters.light}, ${coverLetters.dark})` }}
    >
      <svg viewBox="0 0 200 200" aria-hidden>
        <rect width="200" height="200" fill={fill(0)} />
        <path d={shape} transform={`rotate(${turn} 100 100)`} fill={fill(1)} fillRule="evenodd" />
      </svg>
      <span dir="auto">{shortenTitle(name)}</span>
      <span dir="auto">{artist}</span>
      {shown && (
        <img
          // While the same record gets another URL, its last picture stays. Another record begins with its drawing.
          key={shown.split('?', 1)[0]}
          loading="lazy"
          decoding="async"
          alt=""
          sizes={isSmall ? 'auto, 40px' : 'auto, 200px'}
          srcSet={pictureSizes.map((size) => `${serviceUrl(shown)}&size=${size} ${size}w`).join()}
          // A transparent picture does not show the drawing.
          onLoad={({ currentTarget }) => currentTarget.setAttribute('data-loaded', '')}
          onError={() => setFailed(shown)}
        />
      )}
    </div>
  )
}
