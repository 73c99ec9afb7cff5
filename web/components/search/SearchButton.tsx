import { Button, Kbd } from '@mantine/core'
import { useHotkeys, useOs } from '@mantine/hooks'
import { Suspense, useEffect, useState } from 'react'
import { IconSearch } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { lazyPart } from '../lazyPart.ts'
import { collectKeys } from './earlyKeys.ts'

const load = () => import('./SearchDialog.tsx')
/** It is loaded again when it is needed, if this fails. */
const preload = () => void load().catch(() => {})
const SearchDialog = lazyPart(async () => (await load()).SearchDialog)

/** How long the first screen has to itself, in milliseconds. */
const preloadDelay = 1_500

/** Opens the search over everything, as its keyboard shortcut does on every screen. */
export const SearchButton = () => {
  const [isLoaded, setIsLoaded] = useState(false)
  const os = useOs()
  // Loaded before it is needed: until it is there, what somebody types is lost.
  useEffect(() => {
    const timer = setTimeout(preload, preloadDelay)
    return () => clearTimeout(timer)
  }, [])
  const open = async () => {
    collectKeys()
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
            {os === 'macos' || os === 'ios' ? texts.layout.searchKeyOfMac : texts.layout.searchKey}
          </Kbd>
        }
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={preload}
        onFocus={preload}
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
