import { parsePath } from '../csv/cells.ts'
import type { TableForm } from '../csv/forms.ts'
import type { AddRowNote } from '../notes.ts'

/** What a reader of a form gets of a file, one after another. */
export interface XmlEvents {
  onOpen(element: string, attributes: Readonly<Record<string, string>>): void
  onClose(element: string, text: string): void
}

/** A track: its values by the names of `columns`, or why it is left out. */
type XmlTrack = ReadonlyMap<string, string> | { note: string }

/** A library of another program in XML. Its tracks are read as the rows of a table. */
export interface XmlForm {
  /** The name of the first element. */
  root: string
  columns: readonly string[]
  table: TableForm
  /** @param onTrack - called for each track, when it is complete */
  createReader(onTrack: (track: XmlTrack) => void): XmlEvents
}

/** The URL of a file, with `%25` for a `%` that is no escape of UTF-8 text. */
const repairUrl = (text: string, addNote: AddRowNote): string => {
  if (!/^file:/i.test(text)) return text
  const url = text.replaceAll(/%[0-7][\da-f]|(?:%[89a-f][\da-f])+|%/gi, (found) =>
    parsePath(`file:///${found}`) === undefined ? found.replaceAll('%', '%25') : found,
  )
  if (url !== text) addNote(`${JSON.stringify(text)} has a % that is not an escape of a URL. It is read as it is.`, '%')
  return url
}

/** A length of zero is one that the program does not know. */
const removeZero = (text: string) => (text === '0' ? '' : text)

const columns = ['Name', 'Artist', 'Album Artist', 'Album', 'Genre', 'Total Time', 'Year', 'Location']

/** The keys of what is no music. */
const otherKinds = ['Movie', 'TV Show', 'Podcast', 'Has Video']

/** The ends of what is no audio. The kind of a track is in the language of the program. Some of these are folders. */
const otherFile = /\.(?:pdf|epub|ibooks|ipa|itlp|ite)\/?$/i

const readKeys: ReadonlySet<string> = new Set([...columns, ...otherKinds, 'Persistent ID', 'Track Type'])

/**
 * The library that Apple Music exports, and that iTunes keeps as `iTunes Library.xml`: a property list with the tracks at /Tracks, each a
 * dictionary. Keys and values follow each other.
 */
const itunes: XmlForm = {
  root: 'plist',
  columns,
  table: {
    name: 'a library of Apple Music or iTunes',
    isWholeLibrary: true,
    header: [],
    columns: { path: 'Location', date: 'Year', duration_ms: 'Total Time' },
    listSeparators: { artists: '', genres: '' },
    read: { path: repairUrl, duration_ms: removeZero },
  },
  createReader: (onTrack) => {
    let depth = 0
    let section = ''
    let key = ''
    let track = new Map<string, string>()
    return {
      onOpen: (element) => {
        if (element !== 'dict') return
        depth++
        // The list, the dictionary of all tracks, and that of one.
        if (depth === 3) track = new Map()
      },
      onClose: (element, text) => {
        if (element === 'dict') {
          if (depth === 3 && section === 'Tracks') onTrack(toRow(track))
          depth--
        } else if (element === 'key') {
          key = text
          if (depth === 1) section = text
        } else if (depth === 3 && readKeys.has(key)) track.set(key, text)
      },
    }
  },
}

const toRow = (track: Map<string, string>): XmlTrack => {
  const other = otherContentOf(track)
  if (other !== undefined) return { note: `It is ${other}, and is left out.` }
  // A track in the cloud has no file.
  if (!track.has('Location')) track.set('Location', `itunes:${track.get('Persistent ID') ?? ''}`)
  return track
}

/** What a track is that is no music. */
const otherContentOf = (track: Map<string, string>): string | undefined => {
  const location = track.get('Location') ?? ''
  if (otherKinds.some((name) => track.has(name))) return 'a film, a series or a podcast'
  if (otherFile.test(location)) return 'a booklet, a book or an app'
  if (track.get('Track Type') === 'URL' || /^(?!file:)[a-z]\w+:\/\//i.test(location)) return 'a radio stream'
}

/** The collection that rekordbox exports as XML: each track is an element with attributes. In playlists, elements of this name have a key alone. */
const rekordbox: XmlForm = {
  root: 'DJ_PLAYLISTS',
  columns: ['Name', 'Artist', 'Album', 'Genre', 'Label', 'Year', 'TotalTime', 'Location'],
  table: {
    name: 'a collection of rekordbox',
    isWholeLibrary: true,
    header: [],
    columns: { path: 'Location', date: 'Year', duration: 'TotalTime', label: 'Label' },
    listSeparators: { artists: '', genres: '' },
    read: {
      // A track of a streaming service has no file: file://localhosttidal:tracks:1.
      path: (text, addNote) => repairUrl(text.replace(/^file:\/\/localhost(?=[a-z]\w+:)/i, ''), addNote),
      duration: removeZero,
    },
  },
  createReader: (onTrack) => ({
    onOpen: (element, attributes) => {
      if (element === 'TRACK' && attributes.Location !== undefined) onTrack(new Map(Object.entries(attributes)))
    },
    onClose: () => {},
  }),
}

export const xmlForms: readonly XmlForm[] = [itunes, rekordbox]
