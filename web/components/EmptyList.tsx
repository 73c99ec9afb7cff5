import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { client } from '../api/client.ts'
import { resourceNames } from '../resources/names.ts'
import { texts } from '../texts/texts.ts'
import { EmptyState } from './EmptyState.tsx'

/** The parameters of a list that say how it is shown, and leave out no records. */
const displayParameters = ['sort', 'limit', 'tab', 'view']

/** What a list without records shows: that nothing was found, what was meant perhaps, and the way back to all records. */
export const EmptyList = () => {
  const { pathname, search } = useLocation()
  const parameters = new URLSearchParams(search)
  const kept = [...parameters].filter(([name]) => displayParameters.includes(name))
  const resource = resourceNames.find((name) => pathname === `/${name}`)
  const q = parameters.get('q') ?? ''
  const { data } = useQuery({
    queryKey: ['suggestions', resource, q],
    queryFn: async ({ signal }) => resource && (await client.search.all({ q, limit: 1 }, { signal }))[resource],
    enabled: resource !== undefined && q !== '',
  })
  if (kept.length < parameters.size) {
    const pathOf = (...more: string[][]) => `${pathname}?${new URLSearchParams([...kept, ...more])}`
    const suggestions = data?.suggestions ?? []
    const question = suggestions.length > 0 && `${texts.search.didYouMean} …`
    return (
      <EmptyState title={texts.list.empty} text={question} link={{ path: pathOf(), text: texts.list.showAll }}>
        {suggestions.map(({ id, name }) => (
          <Button key={id} component={Link} to={pathOf(['q', name])} variant="default">
            {name}
          </Button>
        ))}
      </EmptyState>
    )
  }
  return <EmptyState title={texts.list.none} link={resource && { path: '/', text: texts.errors.toOverview }} />
}
