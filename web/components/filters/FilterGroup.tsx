import { ActionIcon, Group } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { IconX } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import type { ListState } from '../useListState.ts'

interface Props {
  list: ListState
  /** The parameter of the filter. */
  name: string
  label: string
  /** The button that opens the filter. It gets the focus when the filter is removed. */
  button: RefObject<HTMLButtonElement | null>
  children: ReactNode
}

/** A filter with the button that removes it. */
export const FilterGroup = ({ list, name, label, button, children }: Props) => (
  <Group gap={0} wrap="nowrap">
    {children}
    {list.get(name) !== undefined && (
      <ActionIcon
        variant="light"
        size={36}
        className="remove-filter"
        aria-label={texts.list.removeFilter(label)}
        onClick={() => {
          button.current?.focus()
          list.set({ [name]: undefined })
        }}
      >
        <IconX size={14} />
      </ActionIcon>
    )}
  </Group>
)
