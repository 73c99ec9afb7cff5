import { Button, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconHeart } from '@tabler/icons-react'
import { Link } from 'react-router'
import { PageHeader } from '../components/PageHeader.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { SearchField } from '../components/SearchField.tsx'
import { useLikes } from '../components/useLikes.ts'
import { useListState } from '../components/useListState.ts'
import { useSearchPage } from '../components/useSearchPage.ts'
import { trackColumns } from '../resources/tracks.tsx'
import { texts } from '../texts/texts.ts'

/**
 * The tracks that the user likes. They are searched, a page at a time: the list in the order of the likes has no pages, and
 * takes seconds with thousands of likes.
 */
export const Component = () => {
  const list = useListState('title')
  const query = useSearchPage('tracks', list, { liked: true })
  const likes = useLikes(query.data?.records.map(({ id }) => id) ?? [])
  return (
    <>
      <PageHeader
        title={texts.likes.title}
        description={query.data ? texts.list.count(query.data.total, texts.likes.one, texts.likes.many) : '\u00a0'}
      />
      <Group mb="md">
        <SearchField list={list} label={texts.likes.search} />
      </Group>
      <RecordTable list={list} query={query} columns={trackColumns(likes)} emptyState={!list.q && <NoLikes />} />
    </>
  )
}

const NoLikes = () => (
  <Stack align="center" gap="sm" py="xl" className="empty-state">
    <ThemeIcon size={56} radius="xl" variant="light" color="red">
      <IconHeart size={28} />
    </ThemeIcon>
    <Text fw={600} c="var(--mantine-color-text)">
      {texts.likes.emptyTitle}
    </Text>
    <Text c="dimmed" size="sm" ta="center" maw={360}>
      {texts.likes.empty}
    </Text>
    <Button component={Link} to="/tracks" variant="light">
      {texts.likes.browse}
    </Button>
  </Stack>
)
