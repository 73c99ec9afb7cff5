import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { createTracks } from '../../api/albumTracks.ts'
import { countRecords } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { ChangesDialog } from '../changes/ChangesDialog.tsx'
import type { Choice } from '../pickers/choice.ts'
import { RecordsPicker } from '../pickers/RecordsPicker.tsx'
import { useShowChange } from '../undo/useShowChange.tsx'
import { PastedTracksTable } from './PastedTracksTable.tsx'

interface Props {
  album: { id: number; title: string }
  onClose(): void
}

/** Adds the rows of a table to an album, after a look at what they would become. */
export const PasteTracksDialog = ({ album, onClose }: Props) => {
  const [text, setText] = useState('')
  const [artists, setArtists] = useState<Choice[]>([])
  const showChange = useShowChange()
  return (
    <ChangesDialog
      title={texts.pasteTracks.title(album.title)}
      size="xl"
      onClose={onClose}
      isInSteps
      fields={
        <>
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
          <Text size="sm" c="dimmed">
            {texts.pasteTracks.tab}
          </Text>
          <RecordsPicker
            resource="artists"
            label={texts.pasteTracks.artists}
            description={texts.pasteTracks.artistsHelp}
            value={artists}
            onChange={setArtists}
          />
        </>
      }
      canPreview={text.trim() !== ''}
      send={(request, signal) =>
        createTracks(album.id, { text, artist_ids: artists.map(({ id }) => id), ...request }, signal)
      }
      onApplied={({ tracks }) => {
        const message = texts.pasteTracks.created(countRecords(tracks.length, 'tracks'))
        showChange({ message, record: 'tracks', action: 'bulk' })
      }}
      describeAction={(preview) => texts.pasteTracks.create(countRecords(preview?.tracks.length ?? 0, 'tracks'))}
    >
      {(preview) => <PastedTracksTable result={preview} />}
    </ChangesDialog>
  )
}
