import { useState } from 'react'
import { serviceUrl } from '../serviceUrl.ts'
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
  /** Where it stands, which says its width; among others by default. */
  place?: keyof typeof widths
  /** The URL of its picture, as its summary has it; undefined until it is known. */
  picture?: string | null | undefined
}

/** How wide a cover is about. With `auto`, browsers would ask for other sizes until they know its width. */
const widths = { grid: '200px', page: '(max-width: 48em) 90vw, 172px', row: '32px' }

/** The widths in which the server sends a picture, in pixels. */
const pictureSizes = [64, 320, 640]

const markLoaded = (image: HTMLImageElement) => {
  image.dataset.loaded = ''
}

/** Marks a picture that the browser still has before the cover is shown. */
const markAvailable = (image: HTMLImageElement | null) =>
  // The browser chooses the size, and finds it, in a microtask.
  queueMicrotask(() => image?.complete && image.naturalWidth > 0 && markLoaded(image))

/**
 * The picture of an album or artist. Without one, until it is loaded, and where it fails, it is drawn: the drawing follows from the name
 * alone. A small drawing is the shape without the texts. All covers are this component.
 */
export const Cover = ({ name, artist, isRound = false, place = 'grid', picture }: Props) => {
  const { colours, shape, turn } = drawCover(name)
  const fill = (n: 0 | 1) => `light-dark(${colours.light[n]}, ${colours.dark[n]})`
  const [failed, setFailed] = useState<string>()
  const shown = picture && picture !== failed ? picture : undefined
  return (
    <span
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
          sizes={widths[place]}
          srcSet={pictureSizes.map((size) => `${serviceUrl(shown)}&size=${size} ${size}w`).join()}
          ref={markAvailable}
          onLoad={({ currentTarget }) => markLoaded(currentTarget)}
          onError={() => setFailed(shown)}
        />
      )}
    </span>
  )
}
