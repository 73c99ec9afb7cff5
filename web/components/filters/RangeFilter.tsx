import { Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useRef } from 'react'
import { throwScreenUnavailable } from '../ScreenUnavailable.tsx'
import type { ListState } from '../useListState.ts'
import { FilterButton } from './FilterButton.tsx'
import { FilterGroup } from './FilterGroup.tsx'
import { describeRange, rangeKinds } from './ranges.ts'

const RangeForm = lazy(async () => {
  const { RangeForm } = await import('./RangeForm.tsx').catch(throwScreenUnavailable)
  return { default: RangeForm }
})

interface Props {
  list: ListState
  /** The parameter of the URL and of the search. */
  name: 'created_at' | 'release_date' | 'duration' | 'duration_seconds'
  label: string
}

/** A filter by a range of days or lengths. */
export const RangeFilter = ({ list, name, label }: Props) => {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, { toggle, close }] = useDisclosure()
  const range = list.get(name)
  const kind = rangeKinds[name.startsWith('duration') ? 'length' : 'day']
  return (
    <FilterGroup list={list} name={name} label={label} button={button}>
      <Popover opened={isOpen} onDismiss={close} position="bottom-start" shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <FilterButton ref={button} label={label} chosen={range && describeRange(range, kind)} onClick={toggle} />
        </Popover.Target>
        <Popover.Dropdown aria-label={label}>
          <Suspense>
            <RangeForm
              kind={kind}
              range={range ?? ''}
              // Each record has been added at some time.
              missing={name === 'created_at' ? undefined : label}
              onChoose={(next) => {
                list.set({ [name]: next })
                close()
              }}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </FilterGroup>
  )
}
