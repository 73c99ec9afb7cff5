import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { describeError } from '../../describeError.ts'
import { nameOf } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { EditForm } from './EditForm.tsx'
import { RecordDrawer } from './RecordDrawer.tsx'
import type { FormValues, RecordForm } from './recordForm.ts'

interface EditProps<Listed, Values extends FormValues, Body extends object> {
  definition: RecordForm<Listed, Values, Body>
  /** Reads the record as lists have it: a search by id, since the record itself may nest thousands of others. */
  search(
    parameters: { ids: readonly number[] },
    options?: { signal?: AbortSignal },
  ): Promise<{ records: Listed[]; total: number }>
  update(id: number, changes: Partial<Body>): Promise<Listed>
}

/** The drawer that edits a record. */
export const EditRecord = <
  Listed extends { id: number } & ({ name: string } | { title: string }),
  Values extends FormValues,
  Body extends object,
>({
  definition,
  search,
  update,
}: EditProps<Listed, Values, Body>) => {
  const id = Number(useParams().id)
  const read = async (signal?: AbortSignal) => (await search({ ids: [id] }, signal && { signal })).records[0] ?? null
  const { data: record, error } = useQuery({
    queryKey: ['edit', definition.resource, id],
    queryFn: ({ signal }) => read(signal),
    // Each opening of the drawer starts with the record as it is now.
    gcTime: 0,
  })
  const { one } = texts[definition.resource]
  const sentence = record === null ? texts.editing.gone : error && describeError(error)
  // Without a problem, the drawer waits for the record.
  const problem = sentence && (
    <Alert color="red" variant="light" role="alert">
      {sentence}
    </Alert>
  )
  return (
    <RecordDrawer title={record ? texts.editing.editTitle(nameOf(record)) : texts.editing.editTitle(one)}>
      {record ? <EditForm id={id} opened={record} definition={definition} read={read} update={update} /> : problem}
    </RecordDrawer>
  )
}
