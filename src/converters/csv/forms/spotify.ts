import type { TableForm } from './form.ts'

/** The liked tracks in `YourLibrary.json`, which Spotify sends to its users. A track has one artist there, and no length. */
export const spotify: TableForm = {
  name: 'a library of Spotify',
  isWholeLibrary: true,
  header: ['artist', 'album', 'track', 'uri'],
  columns: { path: 'uri', title: 'track' },
  listSeparators: { artists: '', genres: '' },
}
