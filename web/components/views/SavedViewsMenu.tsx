import { Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from 'react-router'
import { IconBookmark, IconBookmarkFilled, IconPlus, IconSettings } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import type { MenuTarget } from '../menus/LazyMenu.tsx'
import { OpenedMenu } from '../menus/OpenedMenu.tsx'
import { ManageViewsDialog } from './ManageViewsDialog.tsx'
import { SaveViewDialog } from './SaveViewDialog.tsx'
import type { SavedView, useSavedViews } from './useSavedViews.ts'

interface Props {
  button: MenuTarget
  path: string
  saved: ReturnType<typeof useSavedViews>
  /** The query string of the list, as a view saves it. */
  query: string
  current: SavedView | undefined
}

/** The menu with the saved views of a list, and what saves, renames and deletes them. */
export const SavedViewsMenu = ({ button, path, saved, query, current }: Props) => {
  const [isSaving, saving] = useDisclosure()
  const [isManaging, managing] = useDisclosure()
  return (
    <>
      <OpenedMenu button={button} position="bottom-start" width={260}>
        {saved.views.length > 0 && <Menu.Label>{texts.views.title}</Menu.Label>}
        {saved.views.map((view) => (
          <Menu.Item
            key={view.id}
            component={Link}
            to={{ pathname: path, search: view.query }}
            leftSection={view === current ? <IconBookmarkFilled size={16} /> : <IconBookmark size={16} />}
          >
            {view.name}
          </Menu.Item>
        ))}
        {saved.views.length > 0 && <Menu.Divider />}
        <Menu.Item leftSection={<IconPlus size={16} />} disabled={query === ''} onClick={saving.open}>
          {query === '' ? texts.views.nothingToSave : texts.views.save}
        </Menu.Item>
        {saved.views.length > 0 && (
          <Menu.Item leftSection={<IconSettings size={16} />} onClick={managing.open}>
            {texts.views.manage}
          </Menu.Item>
        )}
      </OpenedMenu>
      <SaveViewDialog opened={isSaving} onClose={saving.close} onSave={(name) => saved.save(name, query)} />
      <ManageViewsDialog opened={isManaging} onClose={managing.close} saved={saved} />
    </>
  )
}
