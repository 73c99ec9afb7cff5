import type { TableForm } from './form.ts'

/**
 * All columns of the items of beets, of which several are lists: versions from 2.0 on have `artists`, and from 2.7 on `genres`, with
 * the separator of beets. Earlier ones have one `artist`, and a `genre` with commas.
 */
export const beets: TableForm = {
  name: 'the library of beets',
  isWholeLibrary: true,
  header: ['mbreleasetrackid', 'albumartistsort', 'acoustidid', 'originalyear'],
  columns: {},
  listSeparators: { artists: '', genres: ', ' },
}
