import { ActionIcon, Tooltip } from '@mantine/core'
import { IconFilterOff } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import type { ListState } from '../useListState.ts'

/** The button that removes all filters of a list. Without any it keeps its place, so that nothing moves. */
export const ClearFilters = ({ list, names }: { list: ListState; names: readonly string[] }) => (
  <Tooltip label={texts.list.clearFilters}>
    <ActionIcon
      className={names.some((name) => list.get(name)) ? undefined : 'invisible'}
      variant="subtle"
      size={36}
      aria-label={texts.list.clearFilters}
      onClick={() => list.set(Object.fromEntries(names.map((name) => [name, undefined])))}
    >
      <IconFilterOff size={18} />
    </ActionIcon>
  </Tooltip>
)
