import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'
import { IconFilter } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import type { ListState } from '../useListState.ts'
import { ClearFilters } from './ClearFilters.tsx'

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
        <ClearFilters list={list} names={names} />
      </div>
    </>
  )
}
