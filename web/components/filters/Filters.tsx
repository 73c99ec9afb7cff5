import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'
import { IconFilter, IconFilterOff } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import type { ListState } from '../useListState.ts'

interface Props {
  list: ListState
  /** The parameters of the filters. */
  names: readonly string[]
  children: ReactNode
}

/** The filters of a list, and the button that removes them. Where there is little room, one button shows and hides them. */
export const Filters = ({ list, names, children }: Props) => {
  const id = useId()
  const [isOpen, { toggle }] = useDisclosure()
  const count = names.filter((name) => list.get(name)).length
  return (
    <>
      <Button
        variant={count > 0 ? 'light' : 'default'}
        leftSection={<IconFilter size={16} />}
        fw={500}
        hiddenFrom="sm"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {texts.list.filters(count)}
      </Button>
      <div id={id} className="filters" data-open={isOpen || undefined}>
        {children}
        <Tooltip label={texts.list.clearFilters}>
          <ActionIcon
            // It keeps its place, so that nothing moves.
            className={count > 0 ? undefined : 'invisible'}
            variant="subtle"
            size={36}
            aria-label={texts.list.clearFilters}
            onClick={() => list.set(Object.fromEntries(names.map((name) => [name, undefined])))}
          >
            <IconFilterOff size={18} />
          </ActionIcon>
        </Tooltip>
      </div>
    </>
  )
}
