import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedTrack } from '../../../client/index.ts'
import { changeRecords } from '../../api/bulk.ts'
import { describeError } from '../../describeError.ts'
import { IconPlus, IconSearch } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { DrawerButton } from '../edit/DrawerButton.tsx'
import { Problem } from '../Problem.tsx'
import { typingPause } from '../typingPause.ts'
import { useSearchPage } from '../useSearchPage.ts'

/** The number of tracks that are offered at once. */
const maxOffered = 10

interface Props {
  album: { id: number; title: string }
  onClose(): void
}

/** Moves tracks of the library to an album. A new track is created in a form of its own. */
export const AddTracks = ({ album, onClose }: Props) => {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), typingPause)
  const [chosen, setChosen] = useState<ReadonlyMap<number, ListedTrack>>(new Map())
  const { data, error } = useSearchPage('tracks', {
    q,
    sort: q === '' ? '-created_at' : 'title',
    page: 1,
    pageSize: maxOffered,
  })
  const {
    mutate,
    isPending,
    error: failure,
  } = useMutation({
    mutationFn: () => changeRecords('tracks', { ids: [...chosen.keys()], changes: { album_id: album.id } }),
    onSuccess: ({ changed }) => {
      notifications.show({ message: texts.albums.added(changed) })
      onClose()
    },
  })
  const found = data?.records.filter((track) => track.album?.id !== album.id && !chosen.has(track.id)) ?? []
  const offered = [...chosen.values(), ...found]
  const toggle = (track: ListedTrack) => {
    const next = new Map(chosen)
    if (!next.delete(track.id)) next.set(track.id, track)
    setChosen(next)
  }
  const problem = error ?? failure
  return (
    <Modal opened onClose={onClose} size="lg" title={texts.albums.addTracksTo(album.title)}>
      <Stack>
        <Problem sentence={problem ? describeError(problem) : undefined} />
        <TextInput
          aria-label={texts.list.search(texts.tracks.many)}
          placeholder={texts.list.search(texts.tracks.many)}
          leftSection={<IconSearch size={16} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <Stack gap={6} mih={200}>
          {offered.map((track) => (
            <Checkbox
              key={track.id}
              checked={chosen.has(track.id)}
              onChange={() => toggle(track)}
              label={track.title}
              description={describeTrack(track)}
              className="break-anywhere"
            />
          ))}
          {data && offered.length === 0 && <Text c="dimmed">{texts.list.empty}</Text>}
        </Stack>
        <Group justify="end">
          <DrawerButton
            to={`/tracks/new?album_id=${album.id}`}
            variant="subtle"
            leftSection={<IconPlus size={16} />}
            mr="auto"
          >
            {texts.editing.newTitle(texts.tracks.one)}
          </DrawerButton>
          <Button variant="default" onClick={onClose}>
            {texts.actions.cancel}
          </Button>
          <Button loading={isPending} disabled={chosen.size === 0} onClick={() => mutate()}>
            {texts.albums.add(chosen.size)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Its artists, and the album that it leaves. */
const describeTrack = ({ artists, album }: ListedTrack) =>
  [artists.map(({ name }) => name).join(', '), album && texts.albums.movedFrom(album.title)].filter(Boolean).join(' · ')
