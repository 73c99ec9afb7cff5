import { ActionIcon, Button, Combobox, Group, Loader, useCombobox } from '@mantine/core'
import { useRef, useState } from 'react'
import { describeError } from '../../describeError.ts'
import { IconChevronDown, IconX } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import type { PickedResource } from '../pickers/choice.ts'
import { Options } from '../pickers/Options.tsx'
import { useOptions } from '../pickers/useOptions.ts'
import type { ListState } from '../useListState.ts'
import { useNames } from '../useNames.ts'

interface Props {
  list: ListState
  /** The parameter of the URL and of the search. */
  name: 'album_id' | 'artist_id' | 'genre_id' | 'label_id'
  resource: PickedResource
  label: string
}

/** A filter by one record, which is found by its name. */
export const RecordFilter = ({ list, name, resource, label }: Props) => {
  const id = list.getId(name)
  const button = useRef<HTMLButtonElement>(null)
  const [text, setText] = useState('')
  const combobox = useCombobox({
    onDropdownClose: () => {
      setText('')
      combobox.resetSelectedOption()
      combobox.focusTarget()
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const choose = (value: number) => {
    list.set({ [name]: value })
    combobox.closeDropdown()
  }
  const { options, isCurrent, isLoading, error, onKeyDown } = useOptions({
    resource,
    combobox,
    text,
    onChoose: (choice) => choose(choice.id),
  })
  const path = `${resource}/${id}`
  const names = useNames(id === undefined ? [] : [path])
  const chosen = names.get(path) ?? (names.isMissing(path) ? texts.list.unknown(id ?? 0) : '…')
  return (
    <Group gap={0} wrap="nowrap">
      <Combobox
        store={combobox}
        width={280}
        position="bottom-start"
        shadow="md"
        onOptionSubmit={(v) => choose(Number(v))}
      >
        <Combobox.Target targetType="button">
          <Button
            ref={button}
            variant={id === undefined ? 'default' : 'light'}
            className={id === undefined ? undefined : 'chosen-filter'}
            rightSection={id === undefined && <IconChevronDown size={14} />}
            onClick={() => combobox.toggleDropdown()}
            maw={260}
            fw={500}
          >
            {id === undefined ? label : texts.list.filter(label, chosen)}
          </Button>
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Search
            aria-label={texts.list.search(texts[resource].many)}
            placeholder={texts.list.search(texts[resource].many)}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            rightSection={isLoading && <Loader size={14} />}
          />
          <Combobox.Options mah={280} mih={44} className="options">
            <Options options={options} chosenIds={[id]} />
            {error && <Combobox.Empty>{describeError(error)}</Combobox.Empty>}
            {isCurrent && options.length === 0 && <Combobox.Empty>{texts.list.empty}</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {id !== undefined && (
        <ActionIcon
          variant="light"
          size={36}
          className="remove-filter"
          aria-label={texts.list.removeFilter(label)}
          onClick={() => {
            button.current?.focus()
            list.set({ [name]: undefined })
          }}
        >
          <IconX size={14} />
        </ActionIcon>
      )}
    </Group>
  )
}
