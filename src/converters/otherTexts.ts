const saveAsCsv = 'Save or export it as CSV first.'

const scanFiles = '"music-library scan FOLDER" reads the files.'

/** What is not read as a table. */
export interface OtherContent {
  /** What it is, and what to do with it. */
  sentence: string
  /** Whether it may be a catalogue file. */
  mayBeSeeded?: true
}

interface OtherText extends OtherContent {
  isOne: (start: string) => boolean
}

const startsWith = (pattern: RegExp) => (start: string) => pattern.test(start)

const playlist = (name: string, isOne: OtherText['isOne']): OtherText => ({
  isOne,
  sentence: `is a playlist (${name}), which names files and not what is in them. ${scanFiles}`,
})

/** The end of a line that names a file of audio, or all of one that names a stream. */
const audioLine = /\.(?:aac|aif[cf]?|ape|flac|m4[ab]|mp[23c]|oga|ogg|opus|wav|wma|wv)$|^https?:\/\//i

/** Whether each line names a file of audio, and no comma, semicolon or tab divides all lines into the same number of cells. */
const isListOfFiles = (start: string): boolean => {
  const lines = start.split(/\r?\n/).flatMap((line) => (/^\s*(?:#|$)/.test(line) ? [] : line.trim()))
  // The last line may be cut.
  const wholeLines = lines.length === 1 ? lines : lines.slice(0, -1)
  const isTable = [',', ';', '\t'].some((separator) => {
    const counts = new Set(wholeLines.map((line) => line.split(separator).length))
    return counts.size === 1 && !counts.has(1)
  })
  return wholeLines.length > 0 && !isTable && wholeLines.every((line) => audioLine.test(line))
}

/** Texts that are neither tables nor anything else that is read, in the order in which they are told apart. */
const otherTexts: readonly OtherText[] = [
  playlist('M3U', (start) => /^\s*#EXTM3U/i.test(start) || isListOfFiles(start)),
  playlist('PLS', startsWith(/^\s*\[playlist\]/i)),
  playlist('XML', startsWith(/^\s*(?:<\?[^>]*>\s*)*<(?:playlist|smil|asx)\b/i)),
  {
    isOne: (start) =>
      /^\s*(?:REM|CATALOG|CDTEXTFILE|PERFORMER|SONGWRITER|TITLE|FILE)\s/.test(start) &&
      /^[ \t]*TRACK[ \t]+\d+[ \t]+[A-Z]/m.test(start),
    sentence: `is a cue sheet, which divides one file of audio into tracks. Divide that file into a file for each track: ${scanFiles}`,
  },
  {
    isOne: startsWith(/^\s*</),
    sentence: `is XML or HTML of an unknown program, not a CSV file. ${saveAsCsv}`,
  },
  {
    isOne: startsWith(/^\s*\{[^\n]*\}\s*\n\s*\{/),
    sentence:
      'is JSON Lines, with an object on each line. Make an array of them, which is read: jq -s . FILE > FILE.json',
  },
  {
    isOne: startsWith(/^\s*\{\s*"(?!(?:\$schema|labels|genres|artists|albums|tracks|accounts)")/),
    sentence:
      'is a JSON object, but not a catalogue file. An array with an object for each track is read: take it out of the object, such as with jq .tracks FILE > FILE.json',
    mayBeSeeded: true,
  },
  {
    isOne: startsWith(/^\s*\{/),
    sentence: 'is JSON, not CSV. Import a catalogue file with "music-library seed".',
    mayBeSeeded: true,
  },
  {
    isOne: startsWith(/^\s*\[\s*[[\]]/),
    sentence: 'is a JSON array without objects. One with an object for each track is read, and so is CSV.',
    mayBeSeeded: true,
  },
]

/** What a text is that is read neither as a table nor as the library of another program, by its start; undefined if it may be one. */
export const findOtherText = (start: string): OtherContent | undefined => otherTexts.find(({ isOne }) => isOne(start))
