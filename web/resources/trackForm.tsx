import { TextInput } from '@mantine/core'
import type { ListedTrack, NewTrack as NewTrackBody } from '../../client/index.ts'
import { client } from '../api/client.ts'
import { EditRecord } from '../components/edit/EditRecord.tsx'
import { LengthField, validateLength } from '../components/edit/fields.tsx'
import { parseLength, writeLength } from '../components/edit/length.ts'
import { NewRecord } from '../components/edit/NewRecord.tsx'
import type { RecordForm } from '../components/edit/recordForm.ts'
import type { Choice } from '../components/pickers/choice.ts'
import { RecordPicker } from '../components/pickers/RecordPicker.tsx'
import { RecordsPicker } from '../components/pickers/RecordsPicker.tsx'
import { texts } from '../texts/texts.ts'

type Values = {
  title: string
  file_path: string
  album_id: Choice | null
  artist_ids: Choice[]
  genre_ids: Choice[]
  duration_seconds: string
}

/** The server keeps no order of artists and genres. */
const sortIds = (choices: Choice[]) => choices.map(({ id }) => id).toSorted((a, b) => a - b)

const definition: RecordForm<ListedTrack, Values, NewTrackBody> = {
  resource: 'tracks',
  readValues: (track) => ({
    title: track?.title ?? '',
    file_path: track?.file_path ?? '',
    album_id: track?.album ? { id: track.album.id, name: track.album.title } : null,
    artist_ids: track?.artists ?? [],
    genre_ids: track?.genres ?? [],
    duration_seconds: writeLength(track?.duration_seconds ?? null),
  }),
  toBody: (values) => ({
    title: values.title,
    file_path: values.file_path,
    album_id: values.album_id?.id ?? null,
    artist_ids: sortIds(values.artist_ids),
    genre_ids: sortIds(values.genre_ids),
    duration_seconds: parseLength(values.duration_seconds) ?? null,
  }),
  validate: { duration_seconds: validateLength },
  Fields: ({ form }) => (
    <>
      <TextInput label={texts.fields.title} required maxLength={255} data-autofocus {...form.getInputProps('title')} />
      <RecordsPicker resource="artists" label={texts.fields.artists} {...form.getInputProps('artist_ids')} />
      <RecordPicker resource="albums" label={texts.fields.album} {...form.getInputProps('album_id')} />
      <RecordsPicker resource="genres" label={texts.fields.genres} {...form.getInputProps('genre_ids')} />
      <LengthField {...form.getInputProps('duration_seconds')} />
      <TextInput label={texts.fields.file_path} required maxLength={255} {...form.getInputProps('file_path')} />
    </>
  ),
}

export const NewTrack = () => <NewRecord definition={definition} create={client.tracks.create} />

export const EditTrack = () => (
  <EditRecord definition={definition} search={client.search.tracks} update={client.tracks.update} />
)
