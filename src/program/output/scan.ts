import { escapeControls } from '../../base/visibleText.ts'
import { describeCounts } from '../../base/words.ts'
import type { CoverFolder } from '../../converters/scan/coverFolder.ts'
import type { Scan } from '../../converters/scan/scanFolder.ts'

/** Prints what can't be read, and the files without a title. */
export const printScan = ({ unreadable, untagged }: Scan): void => {
  const lines = [
    ...unreadable.map(({ place, sentence }) => `${place} Left out. ${sentence}`),
    ...untagged.map((path) => `${path} It has no title. Its name is used.`),
  ]
  for (const line of lines) console.error(escapeControls(line))
}

/** Prints the formats that are not read, and what was left out by its name. */
export const printLeftOut = ({ otherAudio, leftOut }: Scan): void => {
  if (otherAudio.size > 0) console.error(`Files of other formats are not read: ${describeCounts(otherAudio)}.`)
  if (leftOut.size > 0) console.error(`Left out by name: ${escapeControls(describeCounts(leftOut))}.`)
}

export const printScanCounts = ({ rows, unreadable, untagged }: Scan): void =>
  console.error(
    `${plural(rows.length, 'tracks')}, ${plural(unreadable.length, 'unreadable files')}, ${formatNumber(untagged.length)} without a title`,
  )

/** Prints how many albums have a picture from a file as their cover, and how many of these were written. */
export const printCovers = ({ count, newCount, folder }: CoverFolder): void =>
  console.error(`${plural(count, 'covers')} from audio files, ${formatNumber(newCount)} of them new in ${folder}`)

/** Why `--strict` fails; '' if it does not. */
export const describeProblems = ({ unreadable, untagged }: Scan): string =>
  [
    ...(unreadable.length > 0 ? [`${plural(unreadable.length, 'files')} cannot be read`] : []),
    ...(untagged.length > 0
      ? [`${plural(untagged.length, 'files')} ${untagged.length === 1 ? 'has' : 'have'} no title`]
      : []),
  ].join(', ')

const plural = (count: number, word: string) => `${formatNumber(count)} ${count === 1 ? word.slice(0, -1) : word}`

const formatNumber = (count: number) => count.toLocaleString('en')
