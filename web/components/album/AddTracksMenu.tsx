import { Button } from '@mantine/core'
import { IconChevronDown } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { lazyPart } from '../lazyPart.ts'
import { LazyMenu } from '../menus/LazyMenu.tsx'

const AddTracksItems = lazyPart(async () => (await import('./AddTracksItems.tsx')).AddTracksItems)

/** The button with the ways in which an album gets tracks. */
export const AddTracksMenu = ({ album }: { album: { id: number; title: string } }) => (
  <LazyMenu
    button={
      <Button variant="default" rightSection={<IconChevronDown size={16} />}>
        {texts.albums.addTracks}
      </Button>
    }
    Menu={AddTracksItems}
    content={{ album }}
  />
)
