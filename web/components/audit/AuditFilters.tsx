import { ActionIcon, Box, Group, Pill, Select, Text, TextInput } from '@mantine/core'
import { IconFilterOff } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { UserPicker } from '../pickers/UserPicker.tsx'
import { SearchField } from '../SearchField.tsx'
import type { ListState } from '../useListState.ts'
import { useNames } from '../useNames.ts'
import { everyAction } from './actions.ts'
import { describeNamed, kinds } from './kinds.ts'

/** The parameters of the URL that filter. */
const parameters = ['record', 'action', 'user', 'since', 'until']

/** What the audit trail is filtered by: a text, a kind or a record, a person, an action, days. */
export const AuditFilters = ({ list }: { list: ListState }) => {
  const record = list.get('record')
  const isOneRecord = record?.includes('/')
  const names = useNames(record && isOneRecord ? [record] : [])
  const entry = list.getId('entry')
  // A link may name an account that is deleted.
  const email = list.getId('user') === undefined ? list.get('user') : undefined
  return (
    <>
      <Group gap="sm" mb="md">
        <SearchField list={list} label={texts.audit.search} />
        <Select
          aria-label={texts.audit.record}
          placeholder={texts.audit.anyRecord}
          data={kinds.map((kind) => ({ value: kind, label: texts[kind].title }))}
          value={isOneRecord ? null : (record ?? null)}
          onChange={(kind) => list.set({ record: kind ?? undefined })}
          allowDeselect={false}
          clearable
          w={{ base: 'calc(50% - 6px)', xs: 180 }}
        />
        <Select
          aria-label={texts.audit.action}
          placeholder={texts.audit.anyAction}
          data={[
            { value: everyAction, label: texts.audit.everyAction },
            ...Object.entries(texts.audit.actionNames).map(([value, label]) => ({ value, label })),
          ]}
          value={list.get('action') ?? null}
          onChange={(action) => list.set({ action: action ?? undefined })}
          allowDeselect={false}
          clearable
          w={{ base: 'calc(50% - 6px)', xs: 180 }}
        />
        <DayField list={list} name="since" />
        <DayField list={list} name="until" />
        <Box w={{ base: 'calc(50% - 6px)', xs: 260 }}>
          <UserPicker
            value={list.getId('user')}
            onChange={(id) => list.set({ user: id })}
            innerLabel={texts.audit.person}
          />
        </Box>
        {parameters.some((name) => list.get(name)) && (
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label={texts.list.clearFilters}
            title={texts.list.clearFilters}
            onClick={() => list.set(Object.fromEntries(parameters.map((name) => [name, undefined])))}
          >
            <IconFilterOff size={18} />
          </ActionIcon>
        )}
      </Group>
      {entry !== undefined && (
        <FilterPill label={texts.audit.removeEntry} onRemove={() => list.set({ entry: undefined })}>
          {texts.audit.onlyEntry(entry)}
        </FilterPill>
      )}
      {email !== undefined && (
        <FilterPill label={texts.audit.removePerson} onRemove={() => list.set({ user: undefined })}>
          {texts.audit.onlyPerson(email)}
        </FilterPill>
      )}
      {record && isOneRecord && (
        <FilterPill label={texts.audit.removeRecord} onRemove={() => list.set({ record: undefined })}>
          {texts.audit.onlyRecord(describeNamed(record, names.isReading(record) ? '…' : names.get(record)))}
        </FilterPill>
      )}
    </>
  )
}

interface PillProps {
  /** The name of the button that removes the filter. */
  label: string
  onRemove(): void
  children: string
}

const FilterPill = ({ label, onRemove, children }: PillProps) => (
  <Pill
    size="lg"
    mb="md"
    withRemoveButton
    removeButtonProps={{ 'aria-label': label, 'aria-hidden': false, tabIndex: 0 }}
    onRemove={onRemove}
  >
    {children}
  </Pill>
)

const DayField = ({ list, name }: { list: ListState; name: 'since' | 'until' }) => (
  <TextInput
    type="date"
    aria-label={texts.audit[name]}
    leftSection={
      <Text size="sm" c="dimmed">
        {texts.audit[name]}
      </Text>
    }
    leftSectionWidth={52}
    value={list.get(name) ?? ''}
    onChange={(event) => list.set({ [name]: event.currentTarget.value })}
    w={{ base: 'calc(50% - 6px)', xs: 200 }}
  />
)
