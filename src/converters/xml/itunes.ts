import type { XmlForm } from './form.ts'

const columns = ['Name', 'Artist', 'Album Artist', 'Album', 'Genre', 'Total Time', 'Year', 'Location']

/** What is no music. */
const otherKinds = ['Movie', 'TV Show', 'Podcast', 'Has Video']

const readKeys: ReadonlySet<string> = new Set([...columns, ...otherKinds, 'Persistent ID'])

/**
 * The library that Apple Music exports, and that iTunes keeps as `iTunes Library.xml`: a property list with the tracks at /Tracks, each a
 * dictionary. Keys and values follow each other.
 */
export const itunes: XmlForm = {
  root: 'plist',
  columns,
  table: {
    name: 'a library of Apple Music or iTunes',
    isWholeLibrary: true,
    header: [],
    columns: { path: 'Location', date: 'Year', duration_ms: 'Total Time' },
    listSeparators: { artists: '', genres: '' },
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

const toRow = (track: Map<string, string>) => {
  const kind = otherKinds.find((name) => track.has(name))
  if (kind !== undefined) return { note: 'It is a film, a series or a podcast, and is left out.' }
  // A track in the cloud has no file.
  if (!track.has('Location')) track.set('Location', `itunes:${track.get('Persistent ID') ?? ''}`)
  return track
}
