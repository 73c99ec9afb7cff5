import { ActionIcon, Button, Combobox, Group, Loader, useCombobox } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../api/client.ts'
import { nameOf, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import type { ListState } from '../useListState.ts'
import { useOptions } from './useOptions.ts'

interface Props {
  list: ListState
  /** The parameter of the URL and of the search. */
  name: 'album_id' | 'artist_id' | 'genre_id' | 'label_id'
  resource: ResourceName
  label: string
}

/** A filter by one record, which is found by its name. */
export const RecordFilter = ({ list, name, resource, label }: Props) => {
  const id = list.getId(name)
  const button = useRef<HTMLButtonElement>(null)
  const [text, setText] = useState('')
  // Enter was pressed before the options for the text had arrived.
  const [isChoosing, setIsChoosing] = useState(false)
  const combobox = useCombobox({
    onDropdownClose: () => {
      setText('')
      setIsChoosing(false)
      combobox.resetSelectedOption()
      combobox.focusTarget()
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const { dropdownOpened, closeDropdown, selectFirstOption } = combobox
  const { options, isCurrent } = useOptions(resource, text, dropdownOpened)
  const { data: chosen } = useQuery({
    queryKey: ['names', resource, id],
    queryFn: async ({ signal }) => {
      const { records } = await client.search[resource]({ ids: [id ?? 0] }, { signal })
      return records.map(nameOf)[0] ?? texts.list.unknown(id ?? 0)
    },
    enabled: id !== undefined,
  })
  const choose = (value: number) => {
    list.set({ [name]: value })
    closeDropdown()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions are others in each rendering
  useEffect(() => {
    if (!isCurrent) return
    const [first] = options ?? []
    if (isChoosing && first) choose(first.id)
    else selectFirstOption()
    setIsChoosing(false)
  }, [options, isCurrent])
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
            {id === undefined ? label : texts.list.filter(label, chosen ?? '…')}
          </Button>
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Search
            aria-label={texts.list.search(texts[resource].many)}
            placeholder={texts.list.search(texts[resource].many)}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDownCapture={(event) => {
              if (event.key !== 'Enter' || isCurrent) return
              event.preventDefault()
              event.stopPropagation()
              setIsChoosing(true)
            }}
            rightSection={!isCurrent && <Loader size={14} />}
          />
          <Combobox.Options mah={280} mih={44} className="options">
            {options?.map((option) => (
              <Combobox.Option key={option.id} value={String(option.id)} active={option.id === id}>
                {option.name}
              </Combobox.Option>
            ))}
            {isCurrent && options?.length === 0 && <Combobox.Empty>{texts.list.empty}</Combobox.Empty>}
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
