import { Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import type { BulkResource } from '../../api/bulk.ts'
import { describeMember, findField } from '../../resources/members.ts'
import { texts } from '../../texts/texts.ts'
import { ChoiceField, DayField, validateDay } from '../edit/fields.tsx'
import type { FieldValue } from '../edit/recordChanges.ts'
import type { PickedResource } from '../pickers/choice.ts'
import { RecordPicker } from '../pickers/RecordPicker.tsx'
import { RecordsPicker } from '../pickers/RecordsPicker.tsx'
import {
  actionsOf,
  type BulkAction,
  bulkMembers,
  emptyValue,
  isMissing,
  isReplacement,
  isText,
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
          data={actionsOf(member).map((action) => ({ value: action, label: describeAction(member, action) }))}
          value={chosen.action}
          allowDeselect={false}
          onChange={(name) => {
            const action = name as BulkAction // one of `actionsOf`
            const fits = isReplacement(chosen.value) === (action === 'replace')
            change({ action, ...(!fits && { value: emptyValue(member, action) }) })
          }}
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

const describeAction = (member: string, action: BulkAction) =>
  action === 'replace' && !isText(member) ? texts.bulk.replaceOne : texts.bulk.actions[action]

interface ValueProps extends MemberAction {
  member: string
  onChange(value: MemberAction['value']): void
  error: string | false
}

const ValueField = ({ member, action, value, onChange, error }: ValueProps) => {
  const label = texts.bulk.valueOf(describeMember(member), action)
  if (!isReplacement(value))
    return <OneValue {...{ member, label, value, onChange, error }} mayCreate={action !== 'remove'} />
  const { replace, with: replacement } = value
  const isTitle = isText(member)
  return (
    <Stack gap="xs">
      <OneValue
        member={member}
        label={isTitle ? texts.bulk.replace : label}
        description={isTitle && texts.bulk.replaceHelp}
        value={replace}
        onChange={(changed) => onChange({ ...value, replace: changed })}
        error={isMissing(member, replace) && error}
      />
      <OneValue
        member={member}
        label={texts.bulk.replaceWith}
        description={isTitle && texts.bulk.replaceWithHelp}
        value={replacement}
        onChange={(changed) => onChange({ ...value, with: changed })}
        error={!isTitle && isMissing(member, replacement) && error}
        mayCreate
      />
    </Stack>
  )
}

interface OneValueProps extends Omit<ValueProps, 'action' | 'onChange'> {
  label: string
  description?: string | false
  value: FieldValue
  onChange(value: FieldValue): void
  /** Only what exists can be removed or replaced. */
  mayCreate?: boolean
}

const OneValue = ({ member, label, description, value, onChange, error, mayCreate = false }: OneValueProps) => {
  const { kind, values = [], resource } = findField(member) ?? {}
  const text = String(value)
  if (kind === 'choice') return <ChoiceField label={label} values={values} value={text} onChange={onChange} />
  if (kind === 'day') {
    const sentence = error && (validateDay(text) ?? error)
    return <DayField label={label} value={text} onChange={onChange} error={sentence} required />
  }
  if (kind === 'text') {
    const change = (event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value)
    const sentence = error && texts.bulk.textMissing
    return <TextInput {...{ label, description, value: text }} onChange={change} error={sentence} />
  }
  // No resource refers to tracks.
  const common = { resource: resource as PickedResource, label, error, onChange, mayCreate }
  if (Array.isArray(value)) return <RecordsPicker {...common} value={value} />
  return <RecordPicker {...common} value={typeof value === 'string' ? null : value} />
}
