import { Group } from '@mantine/core'
import { Outlet } from 'react-router'
import type { ListedArtist } from '../../client/index.ts'
import { BulkBar } from '../components/bulk/BulkBar.tsx'
import { useSelection } from '../components/bulk/useSelection.ts'
import { ColumnsMenu } from '../components/ColumnsMenu.tsx'
import { CsvButton } from '../components/CsvButton.tsx'
import { NewRecordButton } from '../components/edit/NewRecordButton.tsx'
import { Filters } from '../components/filters/Filters.tsx'
import { RangeFilter } from '../components/filters/RangeFilter.tsx'
import { RecordFilter } from '../components/filters/RecordFilter.tsx'
import { DuplicatesLink } from '../components/merge/DuplicatesLink.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { SearchField } from '../components/SearchField.tsx'
import { useListState } from '../components/useListState.ts'
import { useSearchPage } from '../components/useSearchPage.ts'
import { useSummaries } from '../components/useSummaries.ts'
import { SavedViews } from '../components/views/SavedViews.tsx'
import { artistColumns } from '../resources/artists.tsx'
import { texts } from '../texts/texts.ts'

const storeColumnsKey = 'music-library artists'

/** All artists. */
export const Component = () => {
  const list = useListState('name')
  const query = useSearchPage('artists', list, {
    label_id: list.getIds('label_id'),
    created_at: list.get('created_at'),
  })
  const columns = artistColumns(useSummaries('artists', query.data?.records))
  const selection = useSelection<ListedArtist>()
  const { title, one, many } = texts.artists
  return (
    <>
      <PageHeader
        title={title}
        beside={<SavedViews path="/artists" />}
        description={query.data ? texts.list.count(query.data.total, one, many) : '\u00a0'}
        actions={
          <>
            <DuplicatesLink resource="artists" />
            <NewRecordButton resource="artists" />
          </>
        }
      />
      <Group mb="md" gap="sm">
        <SearchField list={list} label={texts.list.search(many)} />
        <Filters list={list} names={['label_id', 'created_at']}>
          <RecordFilter list={list} name="label_id" resource="labels" label={texts.fields.label} />
          <RangeFilter list={list} name="created_at" label={texts.list.added} />
        </Filters>
        <Group ml="auto">
          <CsvButton resource="artists" query={query} />
          <ColumnsMenu storeColumnsKey={storeColumnsKey} columns={columns} />
        </Group>
      </Group>
      <BulkBar resource="artists" selection={selection} query={query} />
      <RecordTable
        list={list}
        query={query}
        columns={columns}
        selection={selection}
        resource="artists"
        storeColumnsKey={storeColumnsKey}
      />
      <Outlet />
    </>
  )
}
