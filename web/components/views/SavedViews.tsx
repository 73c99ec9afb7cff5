import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, useLocation } from 'react-router'
import { IconBookmark, IconBookmarkFilled, IconPlus, IconSettings } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { ManageViewsDialog } from './ManageViewsDialog.tsx'
import { SaveViewDialog } from './SaveViewDialog.tsx'
import { useSavedViews } from './useSavedViews.ts'

/** The part of a query string that a view saves: not the page. Its parameters are in one order, so that views can be compared. */
const normalize = (search: string) => {
  const parameters = new URLSearchParams(search)
  parameters.delete('page')
  parameters.sort()
  return parameters.toString()
}

/** The menu with the saved views of a list. */
export const SavedViews = ({ path }: { path: string }) => {
  const { search } = useLocation()
  const saved = useSavedViews(path)
  const [isSaving, saving] = useDisclosure()
  const [isManaging, managing] = useDisclosure()
  const query = normalize(search)
  const current = saved.views.find((view) => view.query === query)
  return (
    <>
      <Menu position="bottom-start" shadow="md" width={260}>
        <Menu.Target>
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
        </Menu.Target>
        <Menu.Dropdown>
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
        </Menu.Dropdown>
      </Menu>
      <SaveViewDialog opened={isSaving} onClose={saving.close} onSave={(name) => saved.save(name, query)} />
      <ManageViewsDialog opened={isManaging} onClose={managing.close} saved={saved} />
    </>
  )
}
