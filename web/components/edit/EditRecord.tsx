import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { describeError } from '../../describeError.ts'
import { nameOf, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { EditForm } from './EditForm.tsx'
import { RecordDrawer } from './RecordDrawer.tsx'
import { requestsOf } from './recordForm.ts'

/** The drawer that edits a record. */
export const EditRecord = ({ resource }: { resource: ResourceName }) => {
  const id = Number(useParams().id)
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
      {record ? <EditForm id={id} opened={record} resource={resource} /> : problem}
    </RecordDrawer>
  )
}
