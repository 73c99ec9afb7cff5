import { ActionIcon, Button, Group } from '@mantine/core'
import { IconX } from '../../icons/icons.ts'
import { type Filter, labelOf } from '../../resources/lists.ts'
import { texts } from '../../texts/texts.ts'
import type { ListState } from '../useListState.ts'
import { useNames } from '../useNames.ts'
import { describeRange, rangeKindOf } from './ranges.ts'

interface Props {
  list: ListState
  filter: Filter
  onOpen(): void
  onRemove(): void
}

/** What a filter lets through, with the button that removes it. */
export const FilterChip = ({ list, filter, onOpen, onRemove }: Props) => {
  const label = labelOf(filter)
  const chosen = useDescription(list, filter)
  return (
    <Group gap={0} wrap="nowrap" miw={0} className="filter-chip">
      <Button variant="light" className="chosen-filter" maw={260} fw={500} aria-haspopup="dialog" onClick={onOpen}>
        {chosen === undefined ? label : texts.list.filter(label, chosen)}
      </Button>
      <ActionIcon
        variant="light"
        size={36}
        className="remove-filter"
        aria-label={texts.list.removeFilter(label)}
        onClick={onRemove}
      >
        <IconX size={14} />
      </ActionIcon>
    </Group>
  )
}

/** Undefined where the name of the filter says it all. */
const useDescription = (list: ListState, filter: Filter) => {
  const { name } = filter
  const ids = list.getIds(name)
  const resource = 'resource' in filter ? filter.resource : undefined
  const paths = resource && Array.isArray(ids) ? ids.map((id) => `${resource}/${id}`) : []
  const names = useNames(paths)
  const value = list.get(name) ?? ''
  if ('value' in filter) return
  if (value === 'none') return texts.list.noValue
  if (resource) {
    const describe = (path: string) =>
      names.get(path) ?? (names.isMissing(path) ? texts.list.unknown(Number(path.split('/')[1])) : '…')
    return texts.list.anyOf(paths.map(describe))
  }
  return name === 'type' ? texts.choices[value as keyof typeof texts.choices] : describeRange(value, rangeKindOf(name))
}
