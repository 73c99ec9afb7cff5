import { Button, Center, Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type AuditFilter, readAudit } from '../api/audit.ts'
import { AuditFilters } from '../components/audit/AuditFilters.tsx'
import { AuditList } from '../components/audit/AuditList.tsx'
import { changeActions, everyAction } from '../components/audit/actions.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { type ListState, useListState } from '../components/useListState.ts'
import { texts } from '../texts/texts.ts'

const pageSize = 50

/** Who changed what. */
export const Component = () => {
  const list = useListState('')
  const filter = filterOf(list)
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) => readAudit({ ...filter, limit: pageSize, before: pageParam }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
  })
  const entries = data?.pages.flatMap((page) => page.entries)
  return (
    <>
      <PageHeader title={texts.audit.title} description={texts.audit.description} />
      <AuditFilters list={list} />
      {error && !data && <LoadFailure error={error} onRetry={refetch} />}
      <Stack gap="lg" mih={300} aria-busy={!data && !error}>
        {!data && !error && [1, 2, 3, 4, 5, 6, 7, 8].map((n) => <Skeleton key={n} h={36} />)}
        {entries && <AuditList entries={entries} />}
        {entries?.length === 0 && !hasNextPage && (
          <EmptyState title={texts.audit.empty} link={{ path: '/audit', text: texts.audit.removeEntry }} />
        )}
        {hasNextPage && (
          <Center>
            <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
              {texts.audit.older}
            </Button>
          </Center>
        )}
      </Stack>
    </>
  )
}

/** The actions of a parameter of the URL: the changes without one, since there are more logins than anything else. */
const readActions = (action = changeActions.join()) => (action === everyAction ? undefined : action)

/** When a day begins in the time zone of the browser, or another one that many days later. The server says what is wrong with a text that is no day. */
const midnightOf = (day: string | undefined, later = 0) => {
  if (day === undefined) return
  const midnight = new Date(`${day}T00:00:00`)
  midnight.setDate(midnight.getDate() + later)
  return Number.isNaN(midnight.valueOf()) ? day : midnight.toISOString()
}

/** The filter of the URL. */
const filterOf = (list: ListState): AuditFilter => {
  return {
    record: list.get('record'),
    entry: list.getId('entry'),
    user: list.get('user'),
    action: readActions(list.get('action')),
    q: list.q || undefined,
    since: midnightOf(list.get('since')),
    // The day is part of the range.
    until: midnightOf(list.get('until'), 1),
  }
}
