import { TextInput } from '@mantine/core'
import type { Label, LabelBody } from '../../client/index.ts'
import { client } from '../api/client.ts'
import { EditRecord } from '../components/edit/EditRecord.tsx'
import { NewRecord } from '../components/edit/NewRecord.tsx'
import type { RecordForm } from '../components/edit/recordForm.ts'
import { texts } from '../texts/texts.ts'

type Values = { name: string }

const definition: RecordForm<Label, Values, LabelBody> = {
  resource: 'labels',
  readValues: (label) => ({ name: label?.name ?? '' }),
  toBody: (values) => values,
  Fields: ({ form }) => (
    <TextInput label={texts.fields.name} required maxLength={100} data-autofocus {...form.getInputProps('name')} />
  ),
}

export const NewLabel = () => <NewRecord definition={definition} create={client.labels.create} />

export const EditLabel = () => (
  <EditRecord
    definition={definition}
    search={client.search.labels}
    // The name is the only member, and a PUT requires it.
    update={(id, { name = '' }) => client.labels.update(id, { name })}
  />
)
