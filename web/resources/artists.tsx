import type { ListedArtist } from '../../client/index.ts'
import type { ArtistSummary } from '../api/types.ts'
import type { Column } from '../components/table/columns.ts'
import { countColumn, coverColumn, dateColumns, labelColumn, nameColumn } from './columns.tsx'

/** The columns of a table of artists. @param summaries - what belongs to each, once it has been read */
export const artistColumns = (summaries: Map<number, ArtistSummary> | undefined): Column<ListedArtist>[] => [
  ...coverColumn('artists', summaries),
  nameColumn('artists', 'name'),
  labelColumn(),
  countColumn('albums', summaries, true),
  countColumn('tracks', summaries, true),
  ...dateColumns<ListedArtist>(),
]
