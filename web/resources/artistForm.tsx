import { TextInput } from '@mantine/core'
import type { ListedArtist, NewArtist as NewArtistBody } from '../../client/index.ts'
import { client } from '../api/client.ts'
import { EditRecord } from '../components/edit/EditRecord.tsx'
import { DayField, LengthField, validateLength } from '../components/edit/fields.tsx'
import { parseLength, writeLength } from '../components/edit/length.ts'
import { NewRecord } from '../components/edit/NewRecord.tsx'
import type { RecordForm } from '../components/edit/recordForm.ts'
import type { Choice } from '../components/pickers/choice.ts'
import { RecordPicker } from '../components/pickers/RecordPicker.tsx'
import { texts } from '../texts/texts.ts'

type Values = {
  name: string
  label_id: Choice | null
  release_date: string
  duration: string
  cover_path: string
}

const definition: RecordForm<ListedArtist, Values, NewArtistBody> = {
  resource: 'artists',
  readValues: (artist) => ({
    name: artist?.name ?? '',
    label_id: artist?.label ?? null,
    release_date: artist?.release_date?.slice(0, 10) ?? '',
    duration: writeLength(artist?.duration ?? null),
    cover_path: artist?.cover_path ?? '',
  }),
  toBody: (values) => ({
    name: values.name,
    label_id: values.label_id?.id ?? null,
    release_date: values.release_date || null,
    duration: parseLength(values.duration) ?? null,
    cover_path: values.cover_path || null,
  }),
  validate: { duration: validateLength },
  Fields: ({ form }) => (
    <>
      <TextInput label={texts.fields.name} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
      <RecordPicker resource="labels" label={texts.fields.label} {...form.getInputProps('label_id')} />
      <DayField {...form.getInputProps('release_date')} />
      <LengthField {...form.getInputProps('duration')} />
      <TextInput label={texts.fields.cover_path} maxLength={255} {...form.getInputProps('cover_path')} />
    </>
  ),
}

export const NewArtist = () => <NewRecord definition={definition} create={client.artists.create} />

export const EditArtist = () => (
  <EditRecord definition={definition} search={client.search.artists} update={client.artists.update} />
)
