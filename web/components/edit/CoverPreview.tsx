import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readCoverFile } from '../../api/console.ts'
import { texts } from '../../texts/texts.ts'
import { typingPause } from '../typingPause.ts'

/** The picture of a path that is typed into a form. It has its place from the start, so that the form does not move. */
export const CoverPreview = ({ path }: { path: string }) => {
  const [typed] = useDebouncedValue(path.trim(), typingPause)
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['cover file', typed],
    queryFn: ({ signal }) => readCoverFile(typed, signal),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return (
    <Text size="xs" c="dimmed" role="status" className="cover-preview" opacity={isPlaceholderData ? 0.5 : 1}>
      {typed !== '' && (data ? <img src={data} alt={texts.fields.cover} /> : data === null && texts.albums.noPicture)}
    </Text>
  )
}
