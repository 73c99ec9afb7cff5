import { ActionIcon, Autocomplete, Group, Pill, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../api/client.ts'
import { IconFilterOff } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { SearchField } from '../SearchField.tsx'
import { typingPause } from '../typingPause.ts'
import type { ListState } from '../useListState.ts'
import { useNames } from '../useNames.ts'
import { useRecord } from '../useRecord.ts'
import { everyAction } from './actions.ts'
import { describeNamed, kinds } from './kinds.ts'

/** The parameters of the URL that filter. */
const parameters = ['record', 'action', 'user', 'since']

/** What the audit trail is filtered by: a text, a kind or a record, a person, an action, a day. */
export const AuditFilters = ({ list }: { list: ListState }) => {
  const record = list.get('record')
  const isOneRecord = record?.includes('/')
  const names = useNames(record && isOneRecord ? [record] : [])
  const entry = list.getId('entry')
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
        <TextInput
          type="date"
          aria-label={texts.audit.since}
          leftSection={
            <Text size="sm" c="dimmed">
              {texts.audit.since}
            </Text>
          }
          leftSectionWidth={56}
          value={list.get('since') ?? ''}
          onChange={(event) => list.set({ since: event.currentTarget.value })}
          w={{ base: 'calc(50% - 6px)', xs: 200 }}
        />
        <PersonField list={list} />
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
      {record && isOneRecord && (
        <FilterPill label={texts.audit.removeRecord} onRemove={() => list.set({ record: undefined })}>
          {texts.audit.onlyRecord(describeNamed(record, names.get(record)))}
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

/**
 * The e-mail address of who made the changes. The account may be deleted, so any address can be entered. For the id of a
 * user, which other screens link to, it shows the address.
 */
const PersonField = ({ list }: { list: ListState }) => {
  const user = list.get('user') ?? ''
  const id = list.getId('user')
  const { data: account } = useRecord('users', id)
  const shown = (id !== undefined && account?.email) || user
  const [text, setText] = useState(shown)
  const [typed] = useDebouncedValue(text.trim(), typingPause)
  useEffect(() => setText(shown), [shown])
  const { data } = useQuery({
    queryKey: ['search', 'users', { q: typed, limit: 8 }],
    queryFn: ({ signal }) => client.search.users({ q: typed || undefined, limit: 8 }, { signal }),
    placeholderData: keepPreviousData,
  })
  const choose = (email: string) => {
    if (email.trim() !== shown) list.set({ user: email.trim() })
  }
  return (
    <Autocomplete
      aria-label={texts.audit.person}
      placeholder={texts.audit.person}
      data={[...new Set(data?.records.map(({ email }) => email))]}
      // The server has filtered them.
      filter={({ options }) => options}
      value={text}
      onChange={setText}
      onOptionSubmit={choose}
      onBlur={() => choose(text)}
      onKeyDown={(event) => event.key === 'Enter' && choose(event.currentTarget.value)}
      clearable
      onClear={() => choose('')}
      w={{ base: '100%', xs: 260 }}
    />
  )
}
