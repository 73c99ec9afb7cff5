import { useLocation } from 'react-router'
import { resourceNames } from '../resources/names.ts'
import { texts } from '../texts/texts.ts'
import { EmptyState } from './EmptyState.tsx'

/** The parameters of a list that say how it is shown, and leave out no records. */
const displayParameters = ['sort', 'limit', 'tab', 'view']

/** What a list without records shows: that nothing was found, and the way back to all records. */
export const EmptyList = () => {
  const { pathname, search } = useLocation()
  const kept = [...new URLSearchParams(search)].filter(([name]) => displayParameters.includes(name))
  if (kept.length < new URLSearchParams(search).size) {
    const path = `${pathname}?${new URLSearchParams(kept)}`
    return <EmptyState title={texts.list.empty} link={{ path, text: texts.list.showAll }} />
  }
  const isScreen = resourceNames.some((name) => pathname === `/${name}`)
  return <EmptyState title={texts.list.none} link={isScreen && { path: '/', text: texts.errors.toOverview }} />
}
