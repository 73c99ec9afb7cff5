import { Select, SimpleGrid } from '@mantine/core'
import type { BulkResource } from '../../api/bulk.ts'
import { describeMember, findReferenced } from '../../resources/members.ts'
import { texts } from '../../texts/texts.ts'
import { DayField, TypeField } from '../edit/fields.tsx'
import type { FieldValue } from '../edit/recordChanges.ts'
import { RecordPicker } from '../pickers/RecordPicker.tsx'
import { RecordsPicker } from '../pickers/RecordsPicker.tsx'
import { type BulkAction, bulkMembers, type MemberAction, type MemberActions } from './bulkChanges.ts'

interface Props {
  resource: BulkResource
  actions: MemberActions
  /** The members for which a value is missing. */
  missing: string[]
  onChange(actions: MemberActions): void
}

/** What is done with each member: it stays as it is, or it gets a value. */
export const BulkFields = ({ resource, actions, missing, onChange }: Props) =>
  Object.entries(bulkMembers[resource]).map(([member, possible]) => {
    const chosen = actions[member] ?? { action: 'keep', value: null }
    const change = (changed: Partial<MemberAction>) => onChange({ ...actions, [member]: { ...chosen, ...changed } })
    const hasValue = chosen.action !== 'keep' && chosen.action !== 'clear'
    return (
      <SimpleGrid key={member} cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label={describeMember(member)}
          data={possible.map((action) => ({ value: action, label: texts.bulk.actions[action] }))}
          value={chosen.action}
          allowDeselect={false}
          // The options are those of `possible`.
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
  onChange(value: FieldValue): void
  error: string | false
}

const ValueField = ({ member, action, value, onChange, error }: ValueProps) => {
  const label = texts.bulk.valueOf(describeMember(member), action)
  const resource = findReferenced(member)
  if (member === 'type') return <TypeField label={label} value={String(value)} onChange={onChange} />
  if (!resource || resource === 'invitations') {
    return <DayField label={label} value={String(value)} onChange={onChange} error={error} required />
  }
  // Only what exists can be removed.
  const common = { resource, label, error, onChange, mayCreate: action !== 'remove' }
  if (Array.isArray(value)) return <RecordsPicker {...common} value={value} />
  return <RecordPicker {...common} value={typeof value === 'string' ? null : value} />
}
