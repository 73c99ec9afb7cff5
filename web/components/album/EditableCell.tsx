import { TextInput, Tooltip } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { ListedTrack } from '../../../client/index.ts'
import { describeError } from '../../describeError.ts'
import { texts } from '../../texts/texts.ts'
import { validateLength } from '../edit/fields.tsx'
import { type FormValues, readValues, requestsOf, toBody } from '../edit/recordForm.ts'
import { saveUnlessChanged } from '../edit/saveUnlessChanged.ts'
import { useShowChange } from '../undo/useShowChange.tsx'

/** The members of a track that are edited in a table. */
export type EditableMember = 'title' | 'file_path' | 'duration_seconds'

const save = (track: ListedTrack, values: FormValues) => {
  const { readVersion, update } = requestsOf('tracks')
  return saveUnlessChanged({
    opened: toBody('tracks', readValues('tracks', track)),
    mine: toBody('tracks', values),
    read: () => readVersion(track.id),
    toBody: (now) => toBody('tracks', readValues('tracks', now)),
    update: (changes, options) => update(track.id, changes, options),
  })
}

/** Moves the focus to the cell of the same column in another row. */
const focusRow = (input: HTMLInputElement, step: number) => {
  const column = [
    ...(input.closest('tbody')?.querySelectorAll<HTMLInputElement>(`input[data-member="${input.dataset.member}"]`) ??
      []),
  ]
  const next = column[column.indexOf(input) + step]
  // Without another row, what was written is saved where it is.
  if (!next) return input.blur()
  next.focus()
  next.select()
}

interface Props {
  track: ListedTrack
  member: EditableMember
}

/** A cell that is saved when it is left. Enter and the arrow keys lead to the next and last rows, Esc takes back what was written. */
export const EditableCell = ({ track, member }: Props) => {
  const showChange = useShowChange()
  const values = readValues('tracks', track)
  const saved = String(values[member] ?? '')
  const [text, setText] = useState(saved)
  const [lastSaved, setLastSaved] = useState(saved)
  if (saved !== lastSaved) {
    setLastSaved(saved)
    // What somebody else has saved does not replace what is being written.
    if (text === lastSaved) setText(saved)
  }
  const { mutate, data, error, reset } = useMutation({
    mutationFn: () => save(track, { ...values, [member]: text }),
    onSuccess: ({ current }) => {
      if (current) return
      const title = member === 'title' ? text : track.title
      const message = texts.editing.saved(texts.tracks.one, title)
      showChange({ message, record: `tracks/${track.id}`, action: 'update' })
    },
  })
  const problem = member === 'duration_seconds' ? validateLength(text) : undefined
  const failure = error ? describeError(error) : data?.current && texts.errors.changed
  const message = problem ?? failure
  const leave = () => {
    if (text !== saved && !problem) mutate()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      focusRow(event.currentTarget, step)
    } else if (event.key === 'Escape') {
      setText(saved)
      reset()
    }
  }
  return (
    <Tooltip label={message} opened={message !== undefined} position="bottom-start">
      <TextInput
        size="xs"
        data-member={member}
        aria-label={texts.editing.cell(texts.fields[member], track.title)}
        aria-description={message}
        error={message !== undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
    </Tooltip>
  )
}
