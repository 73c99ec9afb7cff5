import { Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readCoverFile } from '../../api/console.ts'
import { texts } from '../../texts/texts.ts'
import { Cover } from '../Cover.tsx'
import { typingPause } from '../typingPause.ts'

interface Props {
  /** The path that is typed. */
  path: string
  name: string
  isRound: boolean
}

/** The picture of a path that is typed into a form. It has its place from the start, so that the form does not move. */
export const CoverPreview = ({ path, name, isRound }: Props) => {
  const [typed] = useDebouncedValue(path.trim(), typingPause)
  const { data } = useQuery({
    queryKey: ['cover file', typed],
    queryFn: ({ signal }) => readCoverFile(typed, signal),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const picture = typed === '' ? undefined : data
  return (
    <Group wrap="nowrap" gap="sm" mt={-8}>
      <div className="cover-preview">
        {picture ? (
          <img src={picture} alt={texts.albums.pictureOf(name)} className="cover" data-round={isRound || undefined} />
        ) : (
          <Cover name={name} isRound={isRound} />
        )}
      </div>
      <Text size="xs" c="dimmed" role="status">
        {picture === null && texts.albums.noPicture}
      </Text>
    </Group>
  )
}
