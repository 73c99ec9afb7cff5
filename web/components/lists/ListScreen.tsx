import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, Outlet } from 'react-router'
import { IconArrowMerge } from '../../icons/icons.ts'
import { countRecords, type ResourceName } from '../../resources/names.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { BulkBar } from '../bulk/BulkBar.tsx'
import type { Selection } from '../bulk/useSelection.ts'
import { NewRecordButton } from '../edit/NewRecordButton.tsx'
import { PageHeader } from '../PageHeader.tsx'
import { SearchField } from '../SearchField.tsx'
import type { ListState } from '../useListState.ts'
import { SavedViews } from '../views/SavedViews.tsx'

interface Props {
  resource: ResourceName
  list: ListState
  /** The query that has read the page. */
  query: { data: { total: number; parameters: object } | undefined }
  selection: Selection<{ id: number }> | undefined
  filters?: ReactNode
  /** What downloads the records, and chooses how they are shown. */
  tools: ReactNode
  /** The records. */
  children: ReactNode
}

/** The screen with all records of a resource: what searches, filters and changes them, and the records in any form. */
export const ListScreen = ({ resource, list, query, selection, filters, tools, children }: Props) => {
  const { isAdmin } = useSession()
  const { title, many } = texts[resource]
  return (
    <>
      <PageHeader
        title={title}
        beside={<SavedViews path={`/${resource}`} />}
        description={query.data ? countRecords(query.data.total, resource) : '\u00a0'}
        actions={
          <>
            {isAdmin && (
              <Button
                component={Link}
                to={`/duplicates?resource=${resource}`}
                variant="default"
                leftSection={<IconArrowMerge size={16} />}
              >
                {texts.merge.duplicatesTitle}
              </Button>
            )}
            <NewRecordButton resource={resource} />
          </>
        }
      />
      <Group mb="md" gap="sm">
        <SearchField list={list} label={texts.list.search(many)} />
        {filters}
        {tools}
      </Group>
      <BulkBar resource={resource} selection={selection} query={query} />
      {children}
      <Outlet />
    </>
  )
}
