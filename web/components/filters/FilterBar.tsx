import { ActionIcon, Button } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import { IconFilter, IconFilterOff } from '../../icons/icons.ts'
import type { Filter } from '../../resources/lists.ts'
import { useSession } from '../../session/useSession.ts'
import { settings } from '../../settings.ts'
import { texts } from '../../texts/texts.ts'
import { lazyPart } from '../lazyPart.ts'
import type { ListState } from '../useListState.ts'
import { FilterChip } from './FilterChip.tsx'

const FilterPanel = lazyPart(async () => (await import('./FilterPanel.tsx')).FilterPanel)

interface Props {
  list: ListState
  filters: readonly Filter[]
}

/** The button that filters a list, and what it is filtered by. */
export const FilterBar = ({ list, filters }: Props) => {
  const { user } = useSession()
  const button = useRef<HTMLButtonElement>(null)
  // Undefined if the panel is closed, and null if it asks for a filter.
  const [opened, setOpened] = useState<Filter | null>()
  const chosen = filters.filter(({ name }) => list.get(name) !== undefined)
  const set = (changes: Record<string, string | undefined>) => {
    list.set(changes)
    button.current?.focus()
  }
  return (
    <>
      <span className="filter-button">
        <Button
          ref={button}
          variant="default"
          leftSection={<IconFilter size={16} />}
          fw={500}
          className="phone-icon"
          aria-haspopup="dialog"
          aria-expanded={opened !== undefined}
          onClick={() => setOpened(opened === undefined ? null : undefined)}
        >
          {texts.list.applyFilter}
        </Button>
        {opened !== undefined && (
          <Suspense>
            <FilterPanel
              list={list}
              // A guest has no likes.
              filters={filters.filter(({ name }) =>
                name === 'liked' ? user : name !== 'cover_path' || settings.covers,
              )}
              filter={opened ?? undefined}
              onOpen={setOpened}
              onClose={() => {
                setOpened(undefined)
                button.current?.focus()
              }}
            />
          </Suspense>
        )}
      </span>
      {chosen.map((filter) => (
        <FilterChip
          key={filter.name}
          list={list}
          filter={filter}
          onOpen={() => setOpened(filter)}
          onRemove={() => set({ [filter.name]: undefined })}
        />
      ))}
      {chosen.length > 1 && (
        <ActionIcon
          variant="subtle"
          size={36}
          className="filter-chip"
          aria-label={texts.list.clearFilters}
          title={texts.list.clearFilters}
          onClick={() => set(Object.fromEntries(filters.map(({ name }) => [name, undefined])))}
        >
          <IconFilterOff size={18} />
        </ActionIcon>
      )}
    </>
  )
}
