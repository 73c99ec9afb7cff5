import { useState } from 'react'
import { EmptyState } from '../components/EmptyState.tsx'
import { ListMenu } from '../components/lists/ListMenu.tsx'
import { Toolbar } from '../components/lists/Toolbar.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { LikesProvider, useLikes } from '../components/useLikes.ts'
import { type ListState, useListState } from '../components/useListState.ts'
import { useSearchPage } from '../components/useSearchPage.ts'
import { trackColumns } from '../resources/tracks.tsx'
import { texts } from '../texts/texts.ts'

const columns = trackColumns()

const sorts = ['-liked', 'liked', 'title']

/** The tracks that the user likes, the latest like first. They are searched, a page at a time: there may be thousands. */
export const Component = () => {
  const list = useListState('-liked')
  // By page, how many tracks were unliked on the pages before. They stayed on the screen, but the search no longer finds them.
  const [unlikedBefore, setUnlikedBefore] = useState<Record<number, number>>({})
  const unliked = unlikedBefore[list.page] ?? 0
  const offset = Math.max(0, (list.page - 1) * list.pageSize - unliked)
  const query = useSearchPage('tracks', list, { liked: true, offset })
  const likes = useLikes(query.data?.records.map(({ id }) => id) ?? [])
  const set: ListState['set'] = (changes, options) => {
    const page = Number(changes.page) || 1
    setUnlikedBefore(page > list.page ? { ...unlikedBefore, [page]: unliked + likes.unlikedCount } : {})
    list.set(changes, options)
  }
  return (
    <>
      <PageHeader
        title={texts.likes.title}
        description={query.data ? texts.list.count(query.data.total, texts.likes.one, texts.likes.many) : '\u00a0'}
      />
      <Toolbar resource="tracks" list={{ ...list, set }} sorts={sorts} label={texts.likes.search}>
        <ListMenu resource="tracks" query={query} />
      </Toolbar>
      <LikesProvider value={likes}>
        <RecordTable
          list={{ ...list, set }}
          query={{ ...query, data: query.data && { ...query.data, total: query.data.total + unliked } }}
          columns={columns}
          resource="tracks"
          emptyState={
            !list.q && (
              <EmptyState
                title={texts.likes.emptyTitle}
                text={texts.likes.empty}
                link={{ path: '/tracks', text: texts.likes.browse }}
              />
            )
          }
        />
      </LikesProvider>
    </>
  )
}
