import { Button } from '@mantine/core'
import { texts } from '../../texts/texts.ts'
import type { ListState } from '../useListState.ts'

/** The button that removes all filters of a list. It is shown as long as there are any. */
export const ClearFilters = ({ list, names }: { list: ListState; names: readonly string[] }) => {
  if (!names.some((name) => list.get(name))) return
  return (
    <Button
      variant="subtle"
      fw={500}
      px="xs"
      onClick={() => list.set(Object.fromEntries(names.map((name) => [name, undefined])))}
    >
      {texts.list.clearFilters}
    </Button>
  )
}
