import { texts } from '../texts/texts.ts'

interface Props {
  title: string
  /** The names of the artists, if they are known. */
  artist?: string | undefined
}

/** A number that follows from a text, from 0 to 2³² − 1 (FNV-1a). */
const hashText = (text: string) => {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}

/** The length of a line of the title, in characters, and how many lines there are. */
const [lineLength, maxLines] = [14, 3]

const breakLines = (text: string) => {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= lineLength) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word.length > lineLength ? `${word.slice(0, lineLength - 1)}…` : word)
  }
  return lines.length > maxLines ? [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]}…`] : lines
}

/** A cover drawn from title and artist. The server has no images: `cover_path` is a text. */
export const Cover = ({ title, artist }: Props) => {
  const hash = hashText(`${title}\n${artist ?? ''}`)
  const hue = hash % 360
  const second = (hue + 30 + ((hash >>> 9) % 60)) % 360
  const id = `cover-${hash.toString(36)}`
  return (
    <svg viewBox="0 0 200 200" className="cover" role="img" aria-label={texts.albums.coverOf(title)}>
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor={`hsl(${hue} 55% 38%)`} />
          <stop offset="1" stopColor={`hsl(${second} 60% 22%)`} />
        </linearGradient>
      </defs>
      <rect width="200" height="200" fill={`url(#${id})`} />
      <Shape kind={(hash >>> 5) % 4} hue={second} turn={(hash >>> 13) % 90} />
      {breakLines(title).map((line, n, lines) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are never reordered
        <text key={n} x="16" y={(artist ? 158 : 180) - (lines.length - 1 - n) * 22} className="cover-title">
          {line}
        </text>
      ))}
      {artist && (
        <text x="16" y="182" className="cover-artist">
          {artist.length > 26 ? `${artist.slice(0, 25)}…` : artist}
        </text>
      )}
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
