import { Button, Popover, Stack } from '@mantine/core'
import type { AlbumType } from '../../../client/index.ts'
import { albumTypes } from '../../resources/albumTypes.ts'
import { type Filter, labelOf } from '../../resources/lists.ts'
import { texts } from '../../texts/texts.ts'
import type { ListState } from '../useListState.ts'
import { RangeForm } from './RangeForm.tsx'
import { RecordForm } from './RecordForm.tsx'
import { rangeKindOf } from './ranges.ts'

interface Props {
  list: ListState
  filters: readonly Filter[]
  /** The filter that is set; undefined while one is chosen. */
  filter: Filter | undefined
  onOpen(filter: Filter): void
  onClose(): void
}

/** Asks what a list is filtered by, and what the filter lets through. */
export const FilterPanel = ({ list, filters, filter, onOpen, onClose }: Props) => {
  const choose = (value: string) => {
    if (filter) list.set({ [filter.name]: value })
    onClose()
  }
  const open = (next: Filter) => {
    if (!('value' in next)) return onOpen(next)
    list.set({ [next.name]: list.get(next.name) ? undefined : next.value })
    onClose()
  }
  return (
    <Popover
      opened
      onDismiss={onClose}
      position="bottom-start"
      shadow="md"
      trapFocus
      transitionProps={{ duration: 0 }}
      // The anchor is no button: that of the bar has the attributes of one that opens a dialog.
      withRoles={false}
    >
      <Popover.Target>
        <span className="filter-anchor" />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        tabIndex={-1}
        aria-label={filter ? labelOf(filter) : texts.list.applyFilter}
        p="xs"
        key={filter?.name}
      >
        {filter ? (
          <Form list={list} filter={filter} onChoose={choose} />
        ) : (
          <Choices values={filters} label={labelOf} onChoose={open} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface FormProps {
  list: ListState
  filter: Filter
  onChoose(value: string): void
}

const Form = ({ list, filter, onChoose }: FormProps) => {
  const { name } = filter
  if ('resource' in filter)
    return <RecordForm resource={filter.resource} chosen={list.getIds(name)} onChoose={onChoose} />
  if (name === 'type')
    return <Choices values={albumTypes} label={(type: AlbumType) => texts.choices[type]} onChoose={onChoose} />
  return (
    <RangeForm
      kind={rangeKindOf(name)}
      range={list.get(name) ?? ''}
      // Each record has been added at some time.
      missing={name === 'created_at' ? undefined : labelOf(filter)}
      onChoose={onChoose}
    />
  )
}

interface ChoicesProps<Value> {
  values: readonly Value[]
  label(value: Value): string
  onChoose(value: Value): void
}

const Choices = <Value,>({ values, label, onChoose }: ChoicesProps<Value>) => (
  <Stack gap={2} miw={180}>
    {values.map((value) => (
      <Button key={label(value)} variant="subtle" color="gray" justify="start" fw={500} onClick={() => onChoose(value)}>
        {label(value)}
      </Button>
    ))}
  </Stack>
)
