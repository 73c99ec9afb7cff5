import { Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { BulkResource } from '../../api/bulk.ts'
import { describeMember, findField } from '../../resources/members.ts'
import { texts } from '../../texts/texts.ts'
import { ChoiceField, DayField, validateDay } from '../edit/fields.tsx'
import type { PickedResource } from '../pickers/choice.ts'
import { RecordPicker } from '../pickers/RecordPicker.tsx'
import { RecordsPicker } from '../pickers/RecordsPicker.tsx'
import {
  actionsOf,
  type BulkAction,
  bulkMembers,
  isReplacement,
  type MemberAction,
  type MemberActions,
} from './bulkChanges.ts'

interface Props {
  resource: BulkResource
  actions: MemberActions
  /** The members for which a value is missing. */
  missing: string[]
  onChange(actions: MemberActions): void
}

/** What is done with each member: it stays as it is, or it gets a value. */
export const BulkFields = ({ resource, actions, missing, onChange }: Props) =>
  bulkMembers[resource].map((member) => {
    const chosen = actions[member] ?? { action: 'keep', value: null }
    const change = (changed: Partial<MemberAction>) => onChange({ ...actions, [member]: { ...chosen, ...changed } })
    const hasValue = chosen.action !== 'keep' && chosen.action !== 'clear'
    return (
      <SimpleGrid key={member} cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label={describeMember(member)}
          data={actionsOf(member).map((action) => ({ value: action, label: texts.bulk.actions[action] }))}
          value={chosen.action}
          allowDeselect={false}
          // The options are those of `actionsOf`.
          onChange={(action) => change({ action: action as BulkAction })}
        />
        {hasValue && (
          <ValueField
            member={member}
            {...chosen}
            onChange={(value) => change({ value })}
            error={missing.includes(member) && texts.bulk.valueMissing}
          />
        )}
      </SimpleGrid>
    )
  })

interface ValueProps extends MemberAction {
  member: string
  onChange(value: MemberAction['value']): void
  error: string | false
}

const ValueField = ({ member, action, value, onChange, error }: ValueProps) => {
  if (isReplacement(value)) {
    return (
      <Stack gap="xs">
        <TextInput
          label={texts.bulk.replace}
          description={texts.bulk.replaceHelp}
          value={value.replace}
          onChange={(event) => onChange({ ...value, replace: event.currentTarget.value })}
          error={error && texts.bulk.textMissing}
        />
        <TextInput
          label={texts.bulk.replaceWith}
          description={texts.bulk.replaceWithHelp}
          value={value.with}
          onChange={(event) => onChange({ ...value, with: event.currentTarget.value })}
        />
      </Stack>
    )
  }
  const label = texts.bulk.valueOf(describeMember(member), action)
  const { kind, values = [], resource } = findField(member) ?? {}
  if (kind === 'choice') return <ChoiceField label={label} values={values} value={String(value)} onChange={onChange} />
  if (kind === 'day') {
    const text = String(value)
    const sentence = error && (validateDay(text) ?? error)
    return <DayField label={label} value={text} onChange={onChange} error={sentence} required />
  }
  // No resource refers to tracks. Only what exists can be removed.
  const common = { resource: resource as PickedResource, label, error, onChange, mayCreate: action !== 'remove' }
  if (Array.isArray(value)) return <RecordsPicker {...common} value={value} />
  return <RecordPicker {...common} value={typeof value === 'string' ? null : value} />
}
