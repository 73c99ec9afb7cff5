import { Button, Kbd } from '@mantine/core'
import { useHotkeys, useOs } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { texts } from '../../texts/texts.ts'

// The search is no part of the first load.
const load = () => import('./SearchDialog.tsx')
const SearchDialog = lazy(async () => ({ default: (await load()).SearchDialog }))

/** Opens the search over everything, as its keyboard shortcut does on every screen. */
export const SearchButton = () => {
  const [isLoaded, setIsLoaded] = useState(false)
  const os = useOs()
  const open = async () => {
    // The dialog opens by itself when it appears for the first time.
    if (isLoaded) (await load()).openSearch()
    else setIsLoaded(true)
  }
  // The shortcut works in fields, too.
  useHotkeys([['mod+K', open]], [], true)
  return (
    <>
      <Button
        variant="default"
        className="search-button"
        leftSection={<IconSearch size={16} />}
        rightSection={
          <Kbd size="xs" aria-hidden>
            {os === 'macos' || os === 'ios' ? '⌘K' : 'Ctrl K'}
          </Kbd>
        }
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={load}
        onFocus={load}
      >
        {texts.layout.search}
      </Button>
      {isLoaded && (
        <Suspense>
          <SearchDialog />
        </Suspense>
      )}
    </>
  )
}
