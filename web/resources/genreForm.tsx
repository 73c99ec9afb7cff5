import { TextInput } from '@mantine/core'
import type { Genre, GenreBody } from '../../client/index.ts'
import { client } from '../api/client.ts'
import { EditRecord } from '../components/edit/EditRecord.tsx'
import { NewRecord } from '../components/edit/NewRecord.tsx'
import type { RecordForm } from '../components/edit/recordForm.ts'
import { texts } from '../texts/texts.ts'

type Values = { name: string }

const definition: RecordForm<Genre, Values, GenreBody> = {
  resource: 'genres',
  readValues: (genre) => ({ name: genre?.name ?? '' }),
  toBody: (values) => values,
  Fields: ({ form }) => (
    <TextInput label={texts.fields.name} required maxLength={100} data-autofocus {...form.getInputProps('name')} />
  ),
}

export const NewGenre = () => <NewRecord definition={definition} create={client.genres.create} />

export const EditGenre = () => (
  <EditRecord
    definition={definition}
    search={client.search.genres}
    // The name is the only member, and a PUT requires it.
    update={(id, { name = '' }) => client.genres.update(id, { name })}
  />
)
