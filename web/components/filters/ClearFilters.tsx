import { Button } from '@mantine/core'
import { texts } from '../../texts/texts.ts'
import type { ListState } from '../useListState.ts'

/** The button that removes all filters of a list. Without any it keeps its place, so that nothing moves. */
export const ClearFilters = ({ list, names }: { list: ListState; names: readonly string[] }) => {
  return (
    <Button
      className={names.some((name) => list.get(name)) ? undefined : 'invisible'}
      variant="subtle"
      fw={500}
      px="xs"
      onClick={() => list.set(Object.fromEntries(names.map((name) => [name, undefined])))}
    >
      {texts.list.clearFilters}
    </Button>
  )
}
