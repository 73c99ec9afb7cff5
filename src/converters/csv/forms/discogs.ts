import type { AddRowNote } from '../../notes.ts'
import type { TableForm } from './form.ts'

const idOf = (text: string) => `discogs:${text.trim()}`

/** Discogs counts artists and labels of the same name: `Nirvana (2)`. */
const removeNumbers = (text: string) => text.replaceAll(/ \(\d+\)(?=,|$)/g, '')

const firstLabelOf = (text: string, addNote: AddRowNote) => {
  const [first = '', ...others] = [...new Set(removeNumbers(text).split(/, (?=\S)/))]
  if (others.length > 0) addNote(`An album has one label. Of ${JSON.stringify(text)} the first is read.`, 'labels')
  return first
}

/** The first type that a text such as `LP, Album, RE` or `7", Single` names. */
const typeOf = (text: string) => {
  const words = text.toLowerCase().split(/[^\w]+/)
  return (
    [...words, ''].find((word) => ['album', 'single', 'ep'].includes(word)) ?? (words.includes('lp') ? 'album' : '')
  )
}

/** The collection of a user of Discogs. A row is a release, and its tracks are not in the file: the release becomes one track. */
export const discogs: TableForm = {
  name: 'a collection of Discogs',
  isWholeLibrary: true,
  header: ['catalog', 'artist', 'title', 'format', 'released', 'releaseid'],
  columns: {
    ...{ title: 'Title', album: 'Title', artists: 'Artist', album_artist: 'Artist', label: 'Label' },
    ...{ date: 'Released', type: 'Format', path: 'release_id', album_key: 'release_id' },
  },
  listSeparators: { artists: '', genres: '' },
  read: {
    path: idOf,
    album_key: idOf,
    artists: removeNumbers,
    album_artist: removeNumbers,
    label: firstLabelOf,
    type: typeOf,
  },
}
