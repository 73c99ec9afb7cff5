import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { IconChevronDown } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'

interface Props extends ButtonProps, Omit<ComponentProps<'button'>, keyof ButtonProps> {
  label: string
  /** What the filter lets through; undefined if that is everything. */
  chosen: string | undefined
}

/** The button that opens a filter, and says what it lets through. */
export const FilterButton = ({ label, chosen, ...others }: Props) => (
  <Button
    {...others}
    variant={chosen === undefined ? 'default' : 'light'}
    className={chosen === undefined ? undefined : 'chosen-filter'}
    rightSection={chosen === undefined && <IconChevronDown size={14} />}
    maw={260}
    fw={500}
  >
    {chosen === undefined ? label : texts.list.filter(label, chosen)}
  </Button>
)
