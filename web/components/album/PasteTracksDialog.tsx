import { Alert, Button, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, InvalidError } from '../../../client/index.ts'
import { createTracks, previewTracks } from '../../api/albumTracks.ts'
import { describeError } from '../../describeError.ts'
import { texts } from '../../texts/texts.ts'
import { useShowChange } from '../undo/useShowChange.tsx'
import { PastedTracksTable } from './PastedTracksTable.tsx'

interface Props {
  album: { id: number; title: string }
  onClose(): void
}

const describeCount = (count: number) => texts.list.count(count, texts.tracks.one, texts.tracks.many)

/** Adds the rows of a table to an album, after a look at what they would become. */
export const PasteTracksDialog = ({ album, onClose }: Props) => {
  const [text, setText] = useState('')
  const preview = useMutation({
    mutationFn: () => previewTracks(album.id, text),
    // Nothing was changed.
    onSettled: () => {},
  })
  const showChange = useShowChange()
  const creation = useMutation({
    mutationFn: (digest: string) => createTracks(album.id, { text, digest }),
    onSuccess: ({ tracks }) => {
      showChange({ message: texts.pasteTracks.created(describeCount(tracks.length)), record: 'tracks', action: 'bulk' })
      onClose()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) preview.mutate()
    },
  })
  const shown = preview.data
  const error = preview.error ?? creation.error
  const sentences = error instanceof InvalidError ? (error.errors.text ?? []) : []
  const goBack = () => {
    preview.reset()
    creation.reset()
  }
  return (
    <Modal opened onClose={onClose} size="xl" title={texts.pasteTracks.title(album.title)} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (preview.isPending || creation.isPending) return
          if (shown) return creation.mutate(shown.digest)
          if (text.trim() !== '') preview.mutate()
        }}
      >
        <Stack>
          {error && (
            <Alert color={creation.error && shown ? 'orange' : 'red'} variant="light" role="alert">
              {sentences.length > 0 ? (
                <List size="sm">
                  {sentences.map((sentence) => (
                    <List.Item key={sentence}>{sentence}</List.Item>
                  ))}
                </List>
              ) : (
                describeError(error)
              )}
            </Alert>
          )}
          {shown && <PastedTracksTable result={shown} />}
          {!shown && (
            <Textarea
              label={texts.pasteTracks.rows}
              description={texts.pasteTracks.help}
              placeholder={texts.pasteTracks.example}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              // A tab separates cells here. Esc closes the dialog, and Shift Tab leaves the field.
              onKeyDown={(event) => {
                if (event.key !== 'Tab' || event.shiftKey) return
                event.preventDefault()
                const { selectionStart, selectionEnd } = event.currentTarget
                event.currentTarget.setRangeText('\t', selectionStart, selectionEnd, 'end')
                setText(event.currentTarget.value)
              }}
              autosize
              minRows={8}
              maxRows={18}
              wrap="off"
              spellCheck={false}
              data-autofocus
            />
          )}
          {!shown && (
            <Text size="sm" c="dimmed">
              {texts.pasteTracks.tab}
            </Text>
          )}
          <Group justify="end">
            {shown && (
              <Button variant="default" onClick={goBack} mr="auto">
                {texts.bulk.back}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {texts.actions.cancel}
            </Button>
            {!shown && (
              <Button key="preview" type="submit" loading={preview.isPending} disabled={text.trim() === ''}>
                {texts.bulk.preview}
              </Button>
            )}
            {shown && (
              <Button key="create" type="submit" autoFocus loading={creation.isPending || preview.isPending}>
                {texts.pasteTracks.create(describeCount(shown.tracks.length))}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
