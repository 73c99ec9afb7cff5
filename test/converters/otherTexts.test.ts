import { expect, test } from 'bun:test'
import { isConvertible } from '../../src/converters/identify.ts'
import { findOtherText } from '../../src/converters/otherTexts.ts'
import { conversionError } from './convert.ts'

const cue = `REM GENRE Rock
PERFORMER "Ana Vell"
FILE "long.flac" WAVE
  TRACK 01 AUDIO
    TITLE "One"
    INDEX 01 00:00:00
`

test.each([
  [cue, 'is a cue sheet', 'a file for each track'],
  [`\ufeff\r\nFILE "a.wav" WAVE\r\n\tTRACK 1 AUDIO\r\n`, 'is a cue sheet', 'music-library scan'],
  ['[playlist]\nFile1=a.mp3\nNumberOfEntries=1\n', 'is a playlist (PLS)', 'music-library scan'],
  ['Ana Vell/One.mp3\nAna Vell/Two, too.flac\n', 'is a playlist (M3U)', 'music-library scan'],
  ['# mine\r\n\r\nC:\\Music\\1.MP3\r\n', 'is a playlist (M3U)', 'music-library scan'],
  ['http://radio.example/a\na.ogg\nhalf a na', 'is a playlist (M3U)', 'music-library scan'],
  ['<?xml version="1.0"?>\n<playlist version="1"><trackList/></playlist>', 'is a playlist (XML)', 'music-library scan'],
  ['{"title":"A","path":"a"}\n{"title":"B","path":"b"}\n', 'is JSON Lines', 'jq -s'],
])('%j is neither a table nor a catalogue, and a message says what to do', async (text, what, advice) => {
  // So `seed` and the console say it, too.
  expect(isConvertible(Buffer.from(text))).toBe(true)
  for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
    const message = await conversionError(bytes)
    expect(message).toContain(`x ${what}`)
    expect(message).toContain(advice)
  }
})

test('a JSON object that is no catalogue is named as one, and `seed` reads it as a catalogue', async () => {
  const bytes = Buffer.from('{ "songs": [{"title":"A"}] }')
  expect(isConvertible(bytes)).toBe(false)
  expect(await conversionError(bytes)).toContain('is a JSON object, but not a catalogue file.')
  expect(await conversionError(Buffer.from('{"labels":[]}'))).toContain(
    'Import a catalogue file with "music-library seed"',
  )
})

test.each([
  'Ana Vell,One,one.mp3\nAna Vell,Two,two.mp3\n',
  'path\na.mp3\nb.mp3\n',
  'TITLE,FILE\nTRACK 01 A,a.mp3\n',
  'Song;File\na;a.mp3\n',
])('%j may be a table', (text) => {
  expect(findOtherText(text)).toBeUndefined()
})
