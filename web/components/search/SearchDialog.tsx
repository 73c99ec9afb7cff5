import { Group, Kbd, Loader, Text } from '@mantine/core'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { describeError } from '../../describeError.ts'
import { IconSearch } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { takeKeys } from './earlyKeys.ts'
import { type Result, useGlobalSearch } from './useGlobalSearch.ts'

const [store, { open, close }] = createSpotlight()

export const openSearch = open

/** The search over everything: arrow keys select a result, and Enter opens it. */
export const SearchDialog = () => {
  // It appears closed, and opens then: only so does it know where the focus has to return.
  useEffect(open, [])
  const navigate = useNavigate()
  const id = useId()
  const { query, selected, opened } = useSpotlight(store)
  const { groups, error, isCurrent } = useGlobalSearch(opened ? query : '')
  const results = groups.flatMap((group) => group.results)
  // Enter was pressed before the results for the text had arrived.
  const [isOpening, setIsOpening] = useState(false)
  const show = ({ path }: Result) => {
    close()
    navigate(path)
  }
  const paths = results.map(({ path }) => path).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results start with the first one selected
  useEffect(() => {
    if (!isCurrent) return
    store.setState((state) => ({ ...state, selected: 0 }))
    const [first] = results
    if (isOpening && first) show(first)
    setIsOpening(false)
  }, [paths, isCurrent])
  const waitForResults = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isCurrent || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    setIsOpening(true)
  }
  const takeEarlyKeys = () => {
    const early = takeKeys()
    if (!early) return
    store.setState((state) => ({ ...state, query: early.text }))
    setIsOpening(early.isEntered)
  }
  const optionId = (path: string) => `${id}${path}`
  const current = results[selected]
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      scrollable
      // The field takes keys as soon as it is there.
      transitionProps={{ duration: 0 }}
      maxHeight="min(460px, 60vh)"
      attributes={{ content: { 'aria-label': texts.layout.search } }}
      overlayProps={{ backgroundOpacity: 0.4, blur: 2 }}
    >
      <Spotlight.Search
        aria-label={texts.search.everything}
        placeholder={texts.search.everything}
        leftSection={<IconSearch size={20} stroke={1.6} />}
        rightSection={!isCurrent && <Loader size={16} />}
        onFocus={takeEarlyKeys}
        onKeyDownCapture={waitForResults}
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls={results.length > 0 ? `${id}list` : undefined}
        aria-activedescendant={current && optionId(current.path)}
        aria-autocomplete="list"
      />
      {results.length > 0 && (
        <Spotlight.ActionsList id={`${id}list`} role="listbox" aria-label={texts.search.results}>
          {groups.map(({ title, results: found }) => (
            <Spotlight.ActionsGroup key={title} label={title} role="group" aria-label={title}>
              {found.map((result) => {
                const isSelected = result === current
                return (
                  <Spotlight.Action
                    key={result.path}
                    // The component does not pass on an id.
                    ref={(node: HTMLButtonElement | null) => node?.setAttribute('id', optionId(result.path))}
                    role="option"
                    aria-selected={isSelected}
                    data-selected={isSelected || undefined}
                    label={result.name}
                    {...(result.description && { description: result.description })}
                    leftSection={<result.Icon size={20} stroke={1.6} />}
                    onClick={() => show(result)}
                  />
                )
              })}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      )}
      {results.length === 0 && (
        <Spotlight.Empty role="status">
          {error ? describeError(error) : isCurrent ? texts.search.nothing(query.trim()) : texts.list.loading}
        </Spotlight.Empty>
      )}
      <Spotlight.Footer>
        <Group gap="lg" justify="center">
          <Hint keys={['↑', '↓']} text={texts.search.select} />
          <Hint keys={['Enter']} text={texts.search.open} />
          <Hint keys={['Esc']} text={texts.search.close} />
        </Group>
      </Spotlight.Footer>
    </Spotlight.Root>
  )
}

const Hint = ({ keys, text }: { keys: string[]; text: string }) => (
  <Group gap={6} wrap="nowrap">
    {keys.map((key) => (
      <Kbd key={key} size="xs">
        {key}
      </Kbd>
    ))}
    <Text size="xs" c="dimmed">
      {text}
    </Text>
  </Group>
)
