import { Group, Kbd, Loader, Text } from '@mantine/core'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { describeError } from '../../describeError.ts'
import { IconSearch } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { takeKeys } from './earlyKeys.ts'
import { type Result, type ResultGroup, useGlobalSearch } from './useGlobalSearch.ts'
import { useResultIcons } from './useResultIcons.tsx'

const [store, { open, close }] = createSpotlight()

export const openSearch = open

/**
 * Opens the first result once it has arrived, if Enter was pressed before, and selects it otherwise.
 * @returns the properties of the field that wait for the results
 */
const useEarlyEnter = (results: Result[], isCurrent: boolean, show: (result: Result) => void) => {
  const [isOpening, setIsOpening] = useState(false)
  const paths = results.map(({ path }) => path).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results start with the first one selected
  useEffect(() => {
    if (!isCurrent) return
    store.setState((state) => ({ ...state, selected: 0 }))
    const [first] = results
    if (isOpening && first) show(first)
    setIsOpening(false)
  }, [paths, isCurrent])
  return {
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || isCurrent || event.nativeEvent.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      setIsOpening(true)
    },
    onFocus: () => {
      const early = takeKeys()
      if (!early) return
      store.setState((state) => ({ ...state, query: early.text }))
      setIsOpening(early.isEntered)
    },
  }
}

/** The search over everything: arrow keys select a result, and Enter opens it. */
export const SearchDialog = () => {
  // It appears closed, and opens then: only so does it know where the focus has to return.
  useEffect(open, [])
  const navigate = useNavigate()
  const id = useId()
  const { query, selected, opened } = useSpotlight(store)
  const { groups, error, isCurrent } = useGlobalSearch(opened ? query : '')
  const results = groups.flatMap((group) => group.results)
  const iconOf = useResultIcons(results)
  const show = ({ path }: Result) => {
    close()
    navigate(path)
  }
  const earlyEnter = useEarlyEnter(results, isCurrent, show)
  const hasResults = results.length > 0
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
        {...earlyEnter}
        aria-label={texts.search.everything}
        placeholder={texts.search.everything}
        leftSection={<IconSearch size={20} stroke={1.6} />}
        rightSection={!isCurrent && <Loader size={16} />}
        role="combobox"
        aria-expanded={hasResults}
        aria-controls={hasResults ? `${id}list` : undefined}
        aria-activedescendant={current && `${id}${current.path}`}
        aria-autocomplete="list"
      />
      {hasResults && <Results id={id} groups={groups} current={current} iconOf={iconOf} onOpen={show} />}
      {!hasResults && (
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

interface ResultsProps {
  /** Begins the ids of the list and of its options. */
  id: string
  groups: ResultGroup[]
  current: Result | undefined
  iconOf(result: Result): ReactNode
  onOpen(result: Result): void
}

const Results = ({ id, groups, current, iconOf, onOpen }: ResultsProps) => (
  <Spotlight.ActionsList id={`${id}list`} role="listbox" aria-label={texts.search.results}>
    {groups.map(({ title, results }) => (
      <Spotlight.ActionsGroup key={title} label={title} role="group" aria-label={title}>
        {results.map((result) => (
          <Spotlight.Action
            key={result.path}
            // The component does not pass on an id.
            ref={(node: HTMLButtonElement | null) => node?.setAttribute('id', `${id}${result.path}`)}
            role="option"
            aria-selected={result === current}
            data-selected={result === current || undefined}
            label={result.name}
            {...(result.description && { description: result.description })}
            leftSection={iconOf(result)}
            onClick={() => onOpen(result)}
          />
        ))}
      </Spotlight.ActionsGroup>
    ))}
  </Spotlight.ActionsList>
)

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
