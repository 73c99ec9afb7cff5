import { isVisible } from '../base/visibleText.ts'
import { album } from '../resources/album.ts'
import { artist } from '../resources/artist.ts'
import { genre } from '../resources/genre.ts'
import { label } from '../resources/label.ts'
import { maxKey } from '../resources/resource.ts'
import { track } from '../resources/track.ts'
import { isBlank, lengthOf, textProblem } from '../validation/rules.ts'
import { describeInexactDay, readDay } from './days.ts'
import type { AddNote } from './notes.ts'

// Each function returns a value in the form of the catalogue file, or undefined if it is absent or can't be in the file.
// What is changed or left out has a note.

const { maxLength: maxName } = artist.fields.name.form

/** The maximum number of characters of a value, by the name that notes give it. */
const maxLengths = {
  title: track.fields.title.form.maxLength,
  artist: maxName,
  genre: genre.fields.name.form.maxLength,
  album: album.fields.title.form.maxLength,
  'album artist': maxName,
  label: label.fields.name.form.maxLength,
  key: maxKey,
  'former key': maxKey,
  'album key': maxKey,
  cover: album.fields.cover_path.form.maxLength,
} as const

type ValueName = keyof typeof maxLengths

// Tabs and newlines are allowed.
const forbiddenCharacters = /[^\P{Cc}\t\n]+/gu

/** A name or a title: trimmed, in Unicode NFC, and without characters that the format does not allow. */
export const readName = (value: string | undefined, name: ValueName, place: string, addNote: AddNote) => {
  const text = readText(value, name, place, addNote)
  if (text === undefined || lengthOf(text) <= maxLengths[name]) return text
  addNote(place, `The ${name} has more than ${maxLengths[name]} characters. It is left out.`)
}

/** A title that can't be left out. If it is too long, it is cut. */
export const readTitle = (value: string, place: string, addNote: AddNote) => {
  const text = readText(value, 'title', place, addNote)
  if (text === undefined || lengthOf(text) <= maxLengths.title) return text
  addNote(place, `The title has more than ${maxLengths.title} characters. The rest is cut off.`)
  return [...text].slice(0, maxLengths.title).join('').trim()
}

const readText = (value: string | undefined, name: ValueName, place: string, addNote: AddNote) => {
  if (isBlank(value) || value === undefined) return
  const given = value.replaceAll('\r\n', '\n')
  const text = given.toWellFormed().replaceAll(forbiddenCharacters, ' ')
  if (text !== given) addNote(place, `The ${name} has control characters. They are replaced.`)
  else if (text.includes('\ufffd')) addNote(place, `The ${name} has a character that was not read (U+FFFD).`)
  if (isVisible(text)) return text.normalize('NFC').trim()
  addNote(place, `The ${name} has no visible character. It is left out.`)
}

/** Several names, each once. */
export const readNames = (values: readonly string[], name: ValueName, place: string, addNote: AddNote) => [
  ...new Set(values.flatMap((value) => readName(value, name, place, addNote) ?? [])),
]

/** A key or a path of a cover: kept as it is, or left out. */
export const readExactText = (value: string | undefined, name: ValueName, place: string, addNote: AddNote) => {
  if (isBlank(value) || value === undefined) return
  const problem = textProblem(value, maxLengths[name])
  if (problem === undefined) return value.trim()
  addNote(place, `The ${name} ${problem} It is left out.`)
}

/** The path of a track. A track without one is left out. */
export const readFilePath = (value: string, place: string, addNote: AddNote) => {
  const problem = isBlank(value) ? 'is required.' : textProblem(value, track.fields.file_path.form.maxLength)
  if (problem !== undefined) {
    addNote(place, `The path ${problem} The track is left out.`)
    return
  }
  const path = value.trim()
  if (path !== value) addNote(place, 'The path begins or ends with spaces, which the library does not keep.')
  return path
}

export const readDate = (value: string | undefined, place: string, addNote: AddNote) => {
  if (isBlank(value) || value === undefined) return
  const text = value.trim()
  const read = readDay(text)
  if (read?.isExact) return read.day
  addNote(
    place,
    read
      ? `The date ${describeInexactDay(text, read)}`
      : `The date ${JSON.stringify(text)} has no year. It is left out.`,
  )
  return read?.day
}

const maxDuration = 2_147_483_647

export const readDuration = (value: number | undefined, place: string, addNote: AddNote) => {
  if (value === undefined) return
  if (Number.isInteger(value) && value >= 0 && value <= maxDuration) return value === 0 ? 0 : value
  addNote(place, `The duration ${value} is not a whole number from 0 to ${maxDuration}. It is left out.`)
}
