import { coverPalette } from './coverPalette.ts'

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

/** What is drawn on the cover of a name, 200 wide and high: the path of its shape, which is turned by `turn` degrees, and the colours. */
export const drawCover = (name: string) => {
  const hash = hashText(name)
  // Names that differ in their last digit have neighbouring hashes: their colours are five steps apart, and their shapes do not follow.
  const colours = coverPalette[(hash * 5) % coverPalette.length] as (typeof coverPalette)[number] // it is not empty
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  const shape = shapes[(mixed >>> 5) % shapes.length]?.((mixed >>> 13) % 40) ?? ''
  return { colours, shape, turn: 90 * ((mixed >>> 20) % 4) }
}

/** How many characters of a title fit on a cover before a number at its end. */
const maxTitle = 48

/** What precedes the last two words of a title, and these if the last one is a number: "Vol. 2", "Part II", "(Folge 12)". */
const numbered = /^(.+?)(\s\S+\s[\p{N}IVX][\p{N}IVX.)]*)$/u

/** A title of which only the middle is left out, so that the volumes of one work are told apart. */
export const shortenTitle = (title: string): string => {
  const [, work = '', end = ''] = numbered.exec(title) ?? []
  const characters = [...work]
  return characters.length > maxTitle ? `${characters.slice(0, maxTitle).join('')}…${end}` : title
}
