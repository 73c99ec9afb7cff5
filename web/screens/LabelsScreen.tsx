import { Group } from '@mantine/core'
import { Outlet } from 'react-router'
import type { Label } from '../../client/index.ts'
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
import { labelColumns } from '../resources/labels.tsx'
import { texts } from '../texts/texts.ts'

const storeColumnsKey = 'music-library labels'

/** All labels. */
export const Component = () => {
  const list = useListState('name')
  const query = useSearchPage('labels', list)
  const columns = labelColumns(useSummaries('labels', query.data?.records))
  const selection = useSelection<Label>()
  const { title, one, many } = texts.labels
  return (
    <>
      <PageHeader
        title={title}
        beside={<SavedViews path="/labels" />}
        description={query.data ? texts.list.count(query.data.total, one, many) : '\u00a0'}
        actions={
          <>
            <DuplicatesLink resource="labels" />
            <NewRecordButton resource="labels" />
          </>
        }
      />
      <Group mb="md" gap="sm">
        <SearchField list={list} label={texts.list.search(many)} />
        <Group ml="auto">
          <CsvButton resource="labels" query={query} />
          <ColumnsMenu storeColumnsKey={storeColumnsKey} columns={columns} />
        </Group>
      </Group>
      <BulkBar resource="labels" selection={selection} query={query} />
      <RecordTable
        list={list}
        query={query}
        columns={columns}
        selection={selection}
        resource="labels"
        storeColumnsKey={storeColumnsKey}
      />
      <Outlet />
    </>
  )
}
