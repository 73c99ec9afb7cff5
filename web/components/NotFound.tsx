import { useEffect } from 'react'
import { resourceNames } from '../resources/names.ts'
import { hrefOf } from '../serviceUrl.ts'
import { texts } from '../texts/texts.ts'
import { EmptyState } from './EmptyState.tsx'

/** What is shown for a path or a record that is not there. It leads to the list of such records. */
export const NotFound = () => {
  useEffect(() => {
    document.title = `${texts.errors.notFoundTitle} · ${texts.layout.name}`
  }, [])
  const resource = resourceNames.find((name) => location.pathname.startsWith(hrefOf(`/${name}/`)))
  return (
    <EmptyState
      order={1}
      role="alert"
      title={texts.errors.notFoundTitle}
      text={texts.errors.notFound}
      link={
        resource
          ? { path: `/${resource}`, text: texts.list.all(texts[resource].many) }
          : { path: '/', text: texts.errors.toOverview }
      }
    />
  )
}
