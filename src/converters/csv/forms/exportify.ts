import type { TableForm } from './form.ts'

/** Playlists of Spotify as https://exportify.net writes them. Older files separate artists by commas, which are also in names: these stay one. */
export const exportify: TableForm = {
  name: 'a playlist of Exportify',
  isWholeLibrary: false,
  header: ['trackuri', 'trackname', 'albumname', 'artistnames', 'durationms'],
  columns: { path: 'Track URI' },
  listSeparators: { artists: ';', genres: ',' },
}

/** Playlists of Spotify as the program of https://github.com/watsonbox/exportify writes them. A comma in a name has a backslash before it. */
export const exportifyWithUris: TableForm = {
  name: 'a playlist of Exportify',
  isWholeLibrary: false,
  header: ['trackuri', 'trackname', 'artisturis', 'artistnames', 'albumuri', 'albumname'],
  columns: { path: 'Track URI', album_key: 'Album URI', genres: 'Artist Genres', label: 'Label' },
  listSeparators: { artists: ',', genres: ',' },
}
