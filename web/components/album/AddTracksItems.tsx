import { Menu } from '@mantine/core'
import { Suspense, useState } from 'react'
import { texts } from '../../texts/texts.ts'
import { lazyPart } from '../lazyPart.ts'
import type { MenuTarget } from '../menus/LazyMenu.tsx'
import { OpenedMenu } from '../menus/OpenedMenu.tsx'
import { newTrackTitleId } from './NewTrackRow.tsx'

const dialogs = {
  paste: lazyPart(async () => (await import('./PasteTracksDialog.tsx')).PasteTracksDialog),
  choose: lazyPart(async () => (await import('../lists/AddTracks.tsx')).AddTracks),
}

/** The menu focuses its button when it closes, so that another focus has to follow it. */
const focusNewRow = () => requestAnimationFrame(() => document.getElementById(newTrackTitleId)?.focus())

/** The ways in which an album gets tracks: typed, pasted, or from the library. */
export const AddTracksItems = ({ button, album }: { button: MenuTarget; album: { id: number; title: string } }) => {
  const [opened, setOpened] = useState<keyof typeof dialogs>()
  const Dialog = opened && dialogs[opened]
  return (
    <>
      <OpenedMenu button={button} position="bottom-start">
        <Menu.Item onClick={focusNewRow}>{texts.albums.typeTracks}</Menu.Item>
        <Menu.Item onClick={() => setOpened('paste')}>{texts.pasteTracks.button}</Menu.Item>
        <Menu.Item onClick={() => setOpened('choose')}>{texts.albums.chooseTracks}</Menu.Item>
      </OpenedMenu>
      {Dialog && (
        <Suspense>
          <Dialog album={album} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  )
}
