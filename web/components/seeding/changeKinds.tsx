import { Badge } from '@mantine/core'
import type { ChangeAction, Section } from '../../api/types.ts'
import { IconArrowMerge, IconCursorText, IconPencil, IconPlus, IconTrash } from '../../icons/icons.ts'
import { countRecords } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'

/** How each kind of change looks. The colour says nothing that icon and text don't. */
export const appearances = {
  delete: { Icon: IconTrash, color: 'red' },
  merge: { Icon: IconArrowMerge, color: 'red' },
  rename: { Icon: IconCursorText, color: 'indigo' },
  update: { Icon: IconPencil, color: 'indigo' },
  create: { Icon: IconPlus, color: 'gray' },
} as const satisfies Record<ChangeAction, object>

export const ActionBadge = ({ action }: { action: ChangeAction }) => {
  const { Icon, color } = appearances[action]
  return (
    <Badge variant="light" color={color} tt="none" size="lg" leftSection={<Icon size={14} />}>
      {texts.seeding.actions[action]}
    </Badge>
  )
}

/** `2 albums, 3 tracks`. */
export const countEach = (counts: readonly { section: Section; count: number }[]): string =>
  counts.map(({ section, count }) => countRecords(count, section)).join(', ')
