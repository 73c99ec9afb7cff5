import { Combobox, Loader, useCombobox } from '@mantine/core'
import { useId, useState } from 'react'
import { describeError } from '../../describeError.ts'
import { texts } from '../../texts/texts.ts'
import type { PickedResource } from '../pickers/choice.ts'
import { Options } from '../pickers/Options.tsx'
import { useOptions } from '../pickers/useOptions.ts'

interface Props {
  resource: PickedResource
  chosen: number[] | 'none' | undefined
  /** @param value - ids with commas between them, `none`, or nothing */
  onChoose(value: string): void
}

/** Asks for records by their names: another one is added to those that are chosen, and one of them is removed. */
export const RecordForm = ({ resource, chosen, onChoose }: Props) => {
  const ids = chosen === 'none' ? [] : (chosen ?? [])
  const [text, setText] = useState('')
  const listId = useId()
  const combobox = useCombobox({ opened: true })
  const choose = (value: string) => {
    const others = ids.filter((id) => String(id) !== value)
    onChoose(value === 'none' ? value : String(others.length < ids.length ? others : [...ids, value]))
  }
  const { options, isCurrent, isLoading, error, onKeyDown, typed } = useOptions({
    resource,
    combobox,
    text,
    onChoose: (choice) => choose(String(choice.id)),
  })
  const label = texts.list.search(texts[resource].many)
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Search
        className="filter-search"
        role="combobox"
        aria-expanded
        // The package sets it only in a later rendering.
        aria-controls={listId}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        rightSection={isLoading && <Loader size={14} />}
        data-autofocus
      />
      <Combobox.Options id={listId} className="filter-options" aria-label={texts[resource].title}>
        {typed === '' && (
          <Combobox.Option value="none" active={chosen === 'none'}>
            {texts.list.without(texts[resource].one)}
          </Combobox.Option>
        )}
        <Options options={options} chosenIds={ids} />
        {error && <Combobox.Empty>{describeError(error)}</Combobox.Empty>}
        {isCurrent && options.length === 0 && <Combobox.Empty>{texts.list.empty}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  )
}
