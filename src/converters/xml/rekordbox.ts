import type { XmlForm } from './form.ts'

/** The collection that rekordbox exports as XML: each track is an element with attributes. In playlists, elements of this name have a key alone. */
export const rekordbox: XmlForm = {
  root: 'DJ_PLAYLISTS',
  columns: ['Name', 'Artist', 'Album', 'Genre', 'Label', 'Year', 'TotalTime', 'Location'],
  table: {
    name: 'a collection of rekordbox',
    isWholeLibrary: true,
    header: [],
    columns: { path: 'Location', date: 'Year', duration: 'TotalTime', label: 'Label' },
    listSeparators: { artists: '', genres: '' },
  },
  createReader: (onTrack) => ({
    onOpen: (element, attributes) => {
      if (element === 'TRACK' && attributes.Location !== undefined) onTrack(new Map(Object.entries(attributes)))
    },
    onClose: () => {},
  }),
}
