import { isBulkResource } from '../../api/bulk.ts'
import { isMergeResource } from '../../api/merge.ts'
import { describeRecord, type ResourceName } from '../../resources/names.ts'
import { MergeDialog } from '../merge/MergeDialog.tsx'
import { BulkDeleteDialog } from './BulkDeleteDialog.tsx'
import { BulkDialog } from './BulkDialog.tsx'

export type BulkDialogName = 'change' | 'merge' | 'delete'

interface Props {
  name: BulkDialogName
  resource: ResourceName
  /** The selected records. */
  records: { id: number }[]
  onClose(): void
  onApplied(): void
  /** Called when selected records were merged, and others are still to be changed. */
  onMerged(gone: { id: number }[]): void
}

/** The dialog of one of the actions on the selected records. */
export const BulkDialogs = ({ name, resource, records, ...handlers }: Props) => {
  const ids = records.map(({ id }) => id)
  if (name === 'change' && isBulkResource(resource)) return <BulkDialog resource={resource} ids={ids} {...handlers} />
  if (name === 'merge' && isMergeResource(resource)) {
    const named = records.map((record) => ({ id: record.id, name: describeRecord(record) }))
    return <MergeDialog resource={resource} records={named} {...handlers} />
  }
  return name === 'delete' && <BulkDeleteDialog resource={resource} ids={ids} {...handlers} />
}
