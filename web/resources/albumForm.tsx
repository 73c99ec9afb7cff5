import { TextInput } from '@mantine/core'
import type { AlbumType, ListedAlbum, NewAlbum as NewAlbumBody } from '../../client/index.ts'
import { client } from '../api/client.ts'
import { EditRecord } from '../components/edit/EditRecord.tsx'
import { DayField, LengthField, TypeField, validateLength } from '../components/edit/fields.tsx'
import { parseLength, writeLength } from '../components/edit/length.ts'
import { NewRecord } from '../components/edit/NewRecord.tsx'
import type { RecordForm } from '../components/edit/recordForm.ts'
import type { Choice } from '../components/pickers/choice.ts'
import { RecordPicker } from '../components/pickers/RecordPicker.tsx'
import { texts } from '../texts/texts.ts'

type Values = {
  title: string
  type: AlbumType
  label_id: Choice | null
  release_date: string
  duration_seconds: string
  cover_path: string
}

const definition: RecordForm<ListedAlbum, Values, NewAlbumBody> = {
  resource: 'albums',
  readValues: (album) => ({
    title: album?.title ?? '',
    type: album?.type ?? 'album',
    label_id: album?.label ?? null,
    release_date: album?.release_date?.slice(0, 10) ?? '',
    duration_seconds: writeLength(album?.duration_seconds ?? null),
    cover_path: album?.cover_path ?? '',
  }),
  toBody: (values) => ({
    title: values.title,
    type: values.type,
    label_id: values.label_id?.id ?? null,
    release_date: values.release_date || null,
    duration_seconds: parseLength(values.duration_seconds) ?? null,
    cover_path: values.cover_path || null,
  }),
  validate: { duration_seconds: validateLength },
  Fields: ({ form }) => (
    <>
      <TextInput label={texts.fields.title} required maxLength={255} data-autofocus {...form.getInputProps('title')} />
      <TypeField {...form.getInputProps('type')} />
      <RecordPicker resource="labels" label={texts.fields.label} {...form.getInputProps('label_id')} />
      <DayField {...form.getInputProps('release_date')} />
      <LengthField {...form.getInputProps('duration_seconds')} />
      <TextInput label={texts.fields.cover_path} maxLength={255} {...form.getInputProps('cover_path')} />
    </>
  ),
}

export const NewAlbum = () => <NewRecord definition={definition} create={client.albums.create} />

export const EditAlbum = () => (
  <EditRecord definition={definition} search={client.search.albums} update={client.albums.update} />
)
