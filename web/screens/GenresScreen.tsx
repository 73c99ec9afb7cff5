import { Group } from '@mantine/core'
import { Outlet } from 'react-router'
import type { Genre } from '../../client/index.ts'
import { BulkBar } from '../components/bulk/BulkBar.tsx'
import { useSelection } from '../components/bulk/useSelection.ts'
import { ColumnsMenu } from '../components/ColumnsMenu.tsx'
import { CsvButton } from '../components/CsvButton.tsx'
import { NewRecordButton } from '../components/edit/NewRecordButton.tsx'
import { DuplicatesLink } from '../components/merge/DuplicatesLink.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { SearchField } from '../components/SearchField.tsx'
import { useListState } from '../components/useListState.ts'
import { useSearchPage } from '../components/useSearchPage.ts'
import { useSummaries } from '../components/useSummaries.ts'
import { SavedViews } from '../components/views/SavedViews.tsx'
import { genreColumns } from '../resources/genres.tsx'
import { texts } from '../texts/texts.ts'

const storeColumnsKey = 'music-library genres'

/** All genres. */
export const Component = () => {
  const list = useListState('name')
  const query = useSearchPage('genres', list)
  const columns = genreColumns(useSummaries('genres', query.data?.records))
  const selection = useSelection<Genre>()
  const { title, one, many } = texts.genres
  return (
    <>
      <PageHeader
        title={title}
        beside={<SavedViews path="/genres" />}
        description={query.data ? texts.list.count(query.data.total, one, many) : '\u00a0'}
        actions={
          <>
            <DuplicatesLink resource="genres" />
            <NewRecordButton resource="genres" />
          </>
        }
      />
      <Group mb="md" gap="sm">
        <SearchField list={list} label={texts.list.search(many)} />
        <Group ml="auto">
          <CsvButton resource="genres" query={query} />
          <ColumnsMenu storeColumnsKey={storeColumnsKey} columns={columns} />
        </Group>
      </Group>
      <BulkBar resource="genres" selection={selection} query={query} />
      <RecordTable
        list={list}
        query={query}
        columns={columns}
        selection={selection}
        resource="genres"
        storeColumnsKey={storeColumnsKey}
      />
      <Outlet />
    </>
  )
}
