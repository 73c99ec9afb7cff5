import type { ResourceName } from '../../resources/names.ts'
import type { Selection } from './useSelection.ts'

interface Props {
  resource: ResourceName
  selection: Selection<{ id: number }> | undefined
  /** The query of the list, which knows how many records there are on all pages. */
  query: { data: { total: number } | undefined }
}

/** What can be done with the selected records. It is shown as long as there are any. */
export const BulkBar = (_: Props) => null
