import { Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from 'react-router'
import { IconArrowMerge, IconColumns3, IconDownload } from '../../icons/icons.ts'
import type { ResourceName } from '../../resources/names.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import type { MenuTarget } from '../menus/LazyMenu.tsx'
import { OpenedMenu } from '../menus/OpenedMenu.tsx'
import { type ChosenColumns, ColumnsDialog } from '../table/ColumnsDialog.tsx'
import { useCsvDownload } from '../useCsvDownload.tsx'

export interface ListMenuContent {
  resource: ResourceName
  /** The query of the list, which knows what its records were searched by. */
  query: { data: { total: number; parameters: object } | undefined }
  /** Undefined if the records are in no table whose columns are chosen. */
  table?: ChosenColumns | undefined
  /** Whether there are more actions on the records of the whole resource. */
  isWhole?: boolean
}

/** What is done to a list more rarely: its download, the choice of its columns, the search for duplicates. */
export const ListMenuItems = ({
  button,
  resource,
  query: { data },
  table,
  isWhole,
}: ListMenuContent & { button: MenuTarget }) => {
  const { user, isAdmin } = useSession()
  const [isChoosing, choosing] = useDisclosure()
  const download = useCsvDownload(resource)
  return (
    <>
      <OpenedMenu button={button} position="bottom-end">
        {user && (
          <Menu.Item leftSection={<IconDownload size={16} />} disabled={!data} onClick={() => data && download(data)}>
            {texts.list.csv}
          </Menu.Item>
        )}
        {table && (
          <Menu.Item leftSection={<IconColumns3 size={16} />} onClick={choosing.open} visibleFrom="sm">
            {texts.list.columns}
          </Menu.Item>
        )}
        {isWhole && isAdmin && (
          <Menu.Item
            component={Link}
            to={`/duplicates?resource=${resource}`}
            leftSection={<IconArrowMerge size={16} />}
          >
            {texts.merge.duplicatesTitle}
          </Menu.Item>
        )}
      </OpenedMenu>
      {isChoosing && table && <ColumnsDialog {...table} onClose={choosing.close} />}
    </>
  )
}
