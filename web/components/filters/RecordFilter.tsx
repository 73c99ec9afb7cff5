import { Combobox, Loader, useCombobox } from '@mantine/core'
import { useRef, useState } from 'react'
import { describeError } from '../../describeError.ts'
import { texts } from '../../texts/texts.ts'
import type { PickedResource } from '../pickers/choice.ts'
import { Options } from '../pickers/Options.tsx'
import { useOptions } from '../pickers/useOptions.ts'
import type { ListState } from '../useListState.ts'
import { useNames } from '../useNames.ts'
import { FilterButton } from './FilterButton.tsx'
import { FilterGroup } from './FilterGroup.tsx'

interface Props {
  list: ListState
  /** The parameter of the URL and of the search. */
  name: 'album_id' | 'artist_id' | 'genre_id' | 'label_id'
  resource: PickedResource
  label: string
}

/** A filter by records that are found by their names: by any of them, or by none. */
export const RecordFilter = ({ list, name, resource, label }: Props) => {
  const chosen = list.getIds(name)
  const ids = chosen === 'none' ? [] : (chosen ?? [])
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
  const choose = (value: string) => {
    const others = ids.filter((id) => String(id) !== value)
    // Another one is added, and one that was chosen is removed.
    const next = value === 'none' ? value : others.length < ids.length ? others : [...ids, value]
    list.set({ [name]: String(next) })
    combobox.closeDropdown()
  }
  const { options, isCurrent, isLoading, error, onKeyDown, typed } = useOptions({
    resource,
    combobox,
    text,
    onChoose: (choice) => choose(String(choice.id)),
  })
  const names = useNames(ids.map((id) => `${resource}/${id}`))
  const describe = (id: number) => {
    const path = `${resource}/${id}`
    return names.get(path) ?? (names.isMissing(path) ? texts.list.unknown(id) : '…')
  }
  const description = chosen === 'none' ? texts.list.noValue : chosen && texts.list.anyOf(chosen.map(describe))
  return (
    <FilterGroup list={list} name={name} label={label} button={button}>
      <Combobox store={combobox} width={280} position="bottom-start" shadow="md" onOptionSubmit={choose}>
        <Combobox.Target targetType="button">
          <FilterButton ref={button} label={label} chosen={description} onClick={() => combobox.toggleDropdown()} />
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
          <Combobox.Options mah={280} mih={44} style={{ overflowY: 'auto' }}>
            {typed === '' && (
              <Combobox.Option value="none" active={chosen === 'none'}>
                {texts.list.without(texts[resource].one)}
              </Combobox.Option>
            )}
            <Options options={options} chosenIds={ids} />
            {error && <Combobox.Empty>{describeError(error)}</Combobox.Empty>}
            {isCurrent && options.length === 0 && <Combobox.Empty>{texts.list.empty}</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </FilterGroup>
  )
}
