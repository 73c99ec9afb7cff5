import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatAge } from '../../format.ts'
import { describeMember } from '../../resources/members.ts'
import { texts } from '../../texts/texts.ts'
import { describeValue as describeFieldValue, type FieldValue, type ForeignChange } from './recordChanges.ts'
import type { FormValues } from './recordForm.ts'
import { useAuthors } from './useAuthors.ts'

interface Props {
  /** What is edited, in a sentence. */
  kind: string
  /** The record as the audit trail names it, such as `albums/7`. */
  record: string
  changes: ForeignChange[]
  opened: FormValues
  theirs: FormValues
  mine: FormValues
  onCancel(): void
  /** @param members - those that get the value of the others */
  onResolve(members: string[]): void
  /** The values in words. */
  describeValue?(member: string, value: FieldValue): string
}

/** Shows what others have changed while a record was edited. The user chooses a value for each field that both have changed. */
export const ConflictDialog = (props: Props) => {
  const { kind, record, changes, opened, theirs, mine, onCancel, onResolve, describeValue = describeFieldValue } = props
  // Neither is the default: both have been entered on purpose.
  const [choices, setChoices] = useState<Record<string, string>>({})
  const conflicts = changes.filter(({ isConflict }) => isConflict)
  const others = changes.filter(({ isConflict }) => !isConflict)
  const authors = useAuthors(record)
  /** Its line is free until the author has been read, so that no choice moves. */
  const authorLine = (member: string) => {
    const entry = authors.get(member)
    return (
      <Text span inherit display="block">
        {entry ? texts.editing.changedBy(entry.email, formatAge(entry.created_at)) : '\u00a0'}
      </Text>
    )
  }
  const describe = (values: FormValues, member: string) => describeValue(member, values[member] ?? null)
  return (
    <Modal opened onClose={onCancel} title={texts.editing.conflictTitle(kind)} size="lg" centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const kept = conflicts.filter(({ member }) => choices[member] === 'mine').map(({ member }) => member)
          onResolve(changes.map(({ member }) => member).filter((member) => !kept.includes(member)))
        }}
      >
        <Stack gap="lg">
          <Text size="sm">{texts.editing.conflict}</Text>
          {conflicts.map(({ member }, n) => (
            <Radio.Group
              key={member}
              label={describeMember(member)}
              description={
                <>
                  {texts.editing.before(describe(opened, member))}
                  {authorLine(member)}
                </>
              }
              value={choices[member] ?? null}
              onChange={(choice) => setChoices((current) => ({ ...current, [member]: choice }))}
            >
              <Stack gap="xs" mt="xs">
                <Radio
                  value="theirs"
                  data-autofocus={n === 0 || undefined}
                  label={texts.editing.takeTheirs(describe(theirs, member))}
                />
                <Radio value="mine" label={texts.editing.keepMine(describe(mine, member))} />
              </Stack>
            </Radio.Group>
          ))}
          {others.map(({ member }) => (
            <div key={member}>
              <Text size="sm" fw={500}>
                {describeMember(member)}
              </Text>
              <Text size="sm" c="dimmed">
                {texts.editing.changedByOthers(describe(opened, member), describe(theirs, member))}
                {authorLine(member)}
              </Text>
            </div>
          ))}
          <Group justify="end">
            <Button variant="default" onClick={onCancel}>
              {texts.editing.backToForm}
            </Button>
            <Button
              type="submit"
              data-autofocus={conflicts.length === 0 || undefined}
              disabled={conflicts.some(({ member }) => !choices[member])}
            >
              {texts.actions.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
