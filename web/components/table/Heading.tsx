import type { PointerEvent } from 'react'
import { IconChevronDown, IconChevronUp, IconSelector } from '../../icons/icons.ts'
import type { Column } from './columns.ts'

interface Props {
  column: Omit<Column<never>, 'text' | 'render'>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
  /** Is called when the pointer takes the end of the column; undefined if its width is not changed. */
  onDrag: ((heading: HTMLElement) => void) | undefined
}

/** The heading of a column, which sorts by it and changes its width. */
export const Heading = ({ column, sort, onSort, onDrag }: Props) => {
  const { name, title, isTitleHidden, textAlign, isSortable } = column
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined
  const Icon = direction === undefined ? IconSelector : direction === 'ascending' ? IconChevronUp : IconChevronDown
  const drag = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    const heading = event.currentTarget.parentElement
    if (heading) onDrag?.(heading)
  }
  return (
    <th scope="col" data-name={name} data-align={textAlign} aria-sort={direction}>
      {isSortable && onSort ? (
        <button
          type="button"
          className="sort-button"
          onClick={() => onSort(direction === 'ascending' ? `-${name}` : name)}
        >
          {title}
          <Icon size={14} aria-hidden />
        </button>
      ) : (
        <span className={isTitleHidden ? 'visually-hidden' : undefined}>{title}</span>
      )}
      {onDrag && <span className="column-edge" onPointerDown={drag} />}
    </th>
  )
}
