import type { Label } from '../../client/index.ts'
import { Age } from '../components/Age.tsx'
import { RecordLink, RecordLinks } from '../components/RecordLink.tsx'
import { hasSmallCovers, SmallCover } from '../components/SmallCover.tsx'
import type { Column } from '../components/table/columns.ts'
import { formatLength, formatNumber } from '../format.ts'
import { texts } from '../texts/texts.ts'
import { nameOf, type ResourceName } from './names.ts'

// The columns that the tables of several resources have.

/** The widths of columns whose values are about equally long, in pixels: with their title, and the arrows of those that are sorted. */
export const columnWidths = { icon: 48, count: 88, sortedCount: 104, choice: 104, date: 136 }

/** The name of a record, with a link to its screen. */
export const nameColumn = <Row extends { id: number } & ({ name: string } | { title: string })>(
  resource: ResourceName,
  name: 'name' | 'title',
): Column<Row> => ({
  name,
  title: texts.fields[name],
  isSortable: true,
  text: nameOf,
  render: (record) => (
    <RecordLink to={resource} id={record.id}>
      {nameOf(record)}
    </RecordLink>
  ),
})

/** The column of small covers, where there is one. @param summaries - undefined until they have been read */
export const coverColumn = <Row extends { id: number } & ({ name: string } | { title: string })>(
  resource: 'albums' | 'artists',
  summaries: ReadonlyMap<number, { id: number }> | undefined,
): Column<Row>[] => {
  const render = (row: Row) => <SmallCover resource={resource} name={nameOf(row)} summary={summaries?.get(row.id)} />
  const column = { name: 'cover', title: texts.fields.cover, isTitleHidden: true, width: columnWidths.icon, render }
  return hasSmallCovers(resource) ? [{ ...column, onPhone: 'start' }] : []
}

export const labelColumn = <Row extends { label?: Label | null }>(): Column<Row> => ({
  name: 'label',
  title: texts.fields.label,
  from: 'sm',
  onPhone: 'second-line',
  text: ({ label }) => label?.name,
  render: ({ label }) => label && <RecordLinks to="labels" records={[label]} />,
})

/**
 * How many records of another resource belong to a record.
 * @param summaries - undefined until they have been read
 * @param isSortable - whether the search sorts by it
 */
export const countColumn = <Row extends { id: number }, Member extends 'albums' | 'artists' | 'tracks'>(
  name: Member,
  summaries: ReadonlyMap<number, Record<Member, number>> | undefined,
  isSortable = false,
): Column<Row> => ({
  name,
  title: texts.fields[name],
  textAlign: 'right',
  width: isSortable ? columnWidths.sortedCount : columnWidths.count,
  isSortable,
  render: ({ id }) => {
    const count = summaries?.get(id)?.[name]
    if (count === undefined) return '\u00a0'
    // Zero is so pale that other numbers stand out.
    return <span className={count === 0 ? 'no-count' : undefined}>{formatNumber(count)}</span>
  },
})

/** @param secondsOf - the length of a record, if it is known */
export const lengthColumn = <Row,>(secondsOf: (row: Row) => number | null | undefined): Column<Row> => ({
  name: 'duration_seconds',
  title: texts.fields.duration_seconds,
  textAlign: 'right',
  width: columnWidths.sortedCount,
  isSortable: true,
  text: (row) => {
    const seconds = secondsOf(row)
    return typeof seconds === 'number' ? formatLength(seconds) : undefined
  },
})

const dateColumn = <Row extends Record<Name, string>, Name extends string>(
  name: Name,
  title: string,
  isOptional: boolean,
): Column<Row> => ({
  name,
  title,
  width: columnWidths.date,
  isSortable: true,
  isOptional,
  from: 'sm',
  render: (row) => <Age at={row[name]} />,
})

/** The columns that say when a record was created and changed. The user may show the latter, and both where they are optional. */
export const dateColumns = <Row extends { created_at: string; updated_at: string }>(
  isOptional = false,
): Column<Row>[] => [
  dateColumn('created_at', texts.list.added, isOptional),
  dateColumn('updated_at', texts.list.updated, true),
]
