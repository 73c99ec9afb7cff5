import { texts } from '../texts/texts.ts'
import { initialsOf } from './coverInitials.ts'
import { coverLetters, coverPalette } from './coverPalette.ts'

interface Props {
  /** The title of an album, or the name of an artist. */
  name: string
  /** Whether it is a disc, as of an artist. */
  isRound?: boolean
}

/** A number that follows from a text, from 0 to 2³² − 1 (FNV-1a). */
const hashText = (text: string) => {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}

const drawDisc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`

/** The shapes of covers. Each is moved by up to 40. */
const shapes: ((shift: number) => string)[] = [
  (shift) => drawDisc(120 + shift, 80 - shift, 64),
  (shift) => [150, 118, 86, 54].map((r) => drawDisc(200 - shift / 4, 0, r)).join(''),
  (shift) => `M${40 + shift} 0H200V${160 - shift}z`,
  (shift) => [88, 120, 158].map((x, n) => `M${x} 0h${10 + 8 * n}v${120 + shift}h-${10 + 8 * n}z`).join(''),
]

/** A picture that follows from a name alone. The server has no images: `cover_path` is a text. */
export const Cover = ({ name, isRound = false }: Props) => {
  const hash = hashText(name)
  const { light, dark } = coverPalette[hash % coverPalette.length] as (typeof coverPalette)[number] // it is not empty
  const fill = (n: 0 | 1) => `light-dark(${light[n]}, ${dark[n]})`
  return (
    <svg
      viewBox="0 0 200 200"
      className="cover"
      data-round={isRound || undefined}
      role="img"
      aria-label={texts.albums.coverOf(name)}
    >
      <rect width="200" height="200" fill={fill(0)} />
      <path d={shapes[(hash >>> 5) % shapes.length]?.((hash >>> 13) % 40)} fill={fill(1)} fillRule="evenodd" />
      <text
        x={isRound ? 100 : 18}
        y={isRound ? 114 : 181}
        textAnchor={isRound ? 'middle' : 'start'}
        fill={`light-dark(${coverLetters.light}, ${coverLetters.dark})`}
        className="initials"
      >
        {initialsOf(name)}
      </text>
    </svg>
  )
}
