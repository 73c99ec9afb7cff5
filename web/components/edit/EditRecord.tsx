import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { describeError } from '../../describeError.ts'
import { nameOf, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { EditForm } from './EditForm.tsx'
import { RecordDrawer } from './RecordDrawer.tsx'
import { requestsOf } from './recordForm.ts'

interface Props {
  resource: ResourceName
  /** The id of the record; that of the path by default. */
  id?: number
  /** The member whose field gets the focus: the first one by default, and the drawer for an empty name. */
  field?: string | undefined
  /** Shows the form of the next record. */
  onNext?: (() => void) | undefined
}

/** The drawer that edits a record. */
export const EditRecord = ({ resource, id: idInList, field, onNext }: Props) => {
  const idInPath = Number(useParams().id)
  const id = idInList ?? idInPath
  const { data: record, error } = useQuery({
    queryKey: ['edit', resource, id],
    queryFn: ({ signal }) => requestsOf(resource).read(id, signal),
    // Each opening of the drawer starts with the record as it is now.
    gcTime: 0,
  })
  const { one } = texts[resource]
  const sentence = record === null ? texts.editing.gone : error && describeError(error)
  // Without a problem, the drawer waits for the record.
  const problem = sentence && (
    <Alert color="red" variant="light" role="alert">
      {sentence}
    </Alert>
  )
  return (
    <RecordDrawer title={record ? texts.editing.editTitle(nameOf(record)) : texts.editing.editTitle(one)}>
      {record ? <EditForm key={id} {...{ id, resource, field, onNext }} opened={record} /> : problem}
    </RecordDrawer>
  )
}
