import { ActionIcon, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { createTrackWithoutFile } from '../../api/albumTracks.ts'
import { describeError } from '../../describeError.ts'
import { IconPlus } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { validateLength } from '../edit/fields.tsx'
import { parseLength } from '../edit/length.ts'
import { useShowChange } from '../undo/useShowChange.tsx'

/** The field of a page in which the title of a new track is typed. */
export const newTrackTitleId = 'new-track-title'

const empty = { title: '', length: '' }

/** The last row of the table of an album. What is typed there becomes a track with Enter, and then the next. */
export const NewTrackRow = ({ album_id }: { album_id: number }) => {
  const showChange = useShowChange()
  const [values, setValues] = useState(empty)
  const [problem, setProblem] = useState<{ member: keyof typeof empty; sentence: string }>()
  const titleField = useRef<HTMLInputElement>(null)
  const lastToast = useRef('')
  const { mutate } = useMutation({
    // One after the other, in the order in which they were typed.
    scope: { id: `tracks of ${album_id}` },
    mutationFn: ({ title, length }: typeof empty) =>
      createTrackWithoutFile({ title, duration_seconds: parseLength(length) ?? null, album_id }),
    onSuccess: ({ id, title }) => {
      // Those of many tracks would follow one another for minutes.
      notifications.hide(lastToast.current)
      const message = texts.editing.created(texts.tracks.one, title)
      lastToast.current = showChange({ message, record: `tracks/${id}`, action: 'create' })
    },
    onError: (error, failed) => {
      setProblem({ member: 'title', sentence: texts.albums.notCreated(failed.title, describeError(error)) })
      setValues((current) => (current.title === '' ? failed : current))
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const sentence = validateLength(values.length)
    setProblem(sentence === undefined ? undefined : { member: 'length', sentence })
    if (values.title.trim() === '' || sentence !== undefined) return
    mutate(values)
    setValues(empty)
    titleField.current?.focus()
  }
  const inputOf = (member: keyof typeof empty) => ({
    size: 'xs',
    value: values[member],
    error: problem?.member === member,
    'aria-description': problem?.member === member ? problem.sentence : undefined,
    onChange: (event: SyntheticEvent<HTMLInputElement>) =>
      setValues({ ...values, [member]: event.currentTarget.value }),
  })
  return (
    <form noValidate className="new-track" onSubmit={submit}>
      <TextInput
        {...inputOf('title')}
        ref={titleField}
        id={newTrackTitleId}
        aria-label={texts.albums.newTitle}
        placeholder={texts.albums.newTitle}
        enterKeyHint="done"
      />
      <TextInput {...inputOf('length')} aria-label={texts.albums.newLength} placeholder="4:05" enterKeyHint="done" />
      <ActionIcon type="submit" variant="default" size={30} aria-label={texts.albums.createTrack}>
        <IconPlus size={16} />
      </ActionIcon>
      {problem && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" className="break-anywhere">
          {problem.sentence}
        </Text>
      )}
    </form>
  )
}
