import { Button } from '@mantine/core'
import { useLocation } from 'react-router'
import { IconBookmark, IconBookmarkFilled } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { lazyPart } from '../lazyPart.ts'
import { LazyMenu } from '../menus/LazyMenu.tsx'
import { useSavedViews } from './useSavedViews.ts'

const SavedViewsMenu = lazyPart(async () => (await import('./SavedViewsMenu.tsx')).SavedViewsMenu)

/** The part of a query string that a view saves: not the page. Its parameters are in one order, so that views can be compared. */
const normalize = (search: string) => {
  const parameters = new URLSearchParams(search)
  parameters.delete('page')
  parameters.sort()
  return parameters.toString()
}

/** The button with the saved views of a list. */
export const SavedViews = ({ path }: { path: string }) => {
  const { search } = useLocation()
  const saved = useSavedViews(path)
  const query = normalize(search)
  const current = saved.views.find((view) => view.query === query)
  const button = (
    <Button
      variant="subtle"
      color="gray"
      fw={500}
      size="compact-sm"
      maw={260}
      leftSection={current ? <IconBookmarkFilled size={16} /> : <IconBookmark size={16} />}
      aria-label={current ? texts.views.open(current.name) : texts.views.title}
    >
      {current?.name ?? texts.views.title}
    </Button>
  )
  return <LazyMenu button={button} Menu={SavedViewsMenu} content={{ path, saved, query, current }} />
}
