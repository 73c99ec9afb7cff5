import { texts } from '../texts/texts.ts'

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

const graphemes = new Intl.Segmenter()

/** The first letter of a word, which may be several code points; without punctuation before it. */
const initialOf = (word: string) => {
  const letters = word.replace(/^\p{P}+/u, '') || word
  return graphemes.segment(letters).containing(0)?.segment.toUpperCase() ?? ''
}

/** The initials of the first and the last word. They fit whatever script a name has, and the name itself stands beside the picture. */
const initialsOf = (name: string) => {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word = '') => initialOf(word)).join('')
}

/** A picture that follows from a name alone. The server has no images: `cover_path` is a text. */
export const Cover = ({ name, isRound = false }: Props) => {
  const hash = hashText(name)
  const hue = hash % 360
  const second = (hue + 30 + ((hash >>> 9) % 60)) % 360
  const id = `cover-${hash.toString(36)}`
  return (
    <svg
      viewBox="0 0 200 200"
      className="cover"
      data-round={isRound || undefined}
      role="img"
      aria-label={texts.albums.coverOf(name)}
    >
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor={`hsl(${hue} 55% 38%)`} />
          <stop offset="1" stopColor={`hsl(${second} 60% 22%)`} />
        </linearGradient>
      </defs>
      <rect width="200" height="200" fill={`url(#${id})`} />
      <Shape kind={(hash >>> 5) % 4} hue={second} turn={(hash >>> 13) % 90} />
      <text
        x={isRound ? 100 : 16}
        y={isRound ? 124 : 180}
        textAnchor={isRound ? 'middle' : 'start'}
        className="initials"
      >
        {initialsOf(name)}
      </text>
    </svg>
  )
}

const Shape = ({ kind, hue, turn }: { kind: number; hue: number; turn: number }) => {
  const light = `hsl(${hue} 80% 75% / 0.22)`
  const rings = [88, 68, 48, 28]
  if (kind === 0) {
    return rings.map((r) => <circle key={r} cx="150" cy="50" r={r} fill="none" stroke={light} strokeWidth="8" />)
  }
  if (kind === 1) {
    return rings.map((r) => (
      <rect key={r} x={120} y={-60} width={r} height="320" fill={light} transform={`rotate(${turn} 100 60)`} />
    ))
  }
  if (kind === 2) {
    return [0, 1, 2].map((n) => (
      <circle key={n} cx={60 + n * 45} cy={40 + ((turn + n * 37) % 50)} r="46" fill={light} />
    ))
  }
  return rings.map((r) => <path key={r} d={`M ${200 - r * 2} 0 L 200 ${r * 2} L 200 0 Z`} fill={light} />)
}
