import type { Label } from '../../client/index.ts'
import { Age } from '../components/Age.tsx'
import { RecordLink, RecordLinks } from '../components/RecordLink.tsx'
import type { Column } from '../components/table/columns.ts'
import { formatNumber } from '../format.ts'
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

export const labelColumn = <Row extends { label?: Label | null }>(): Column<Row> => ({
  name: 'label',
  title: texts.fields.label,
  from: 'sm',
  onPhone: 'second-line',
  text: ({ label }) => label?.name,
  render: ({ label }) => label && <RecordLinks to="labels" records={[label]} />,
})

/** How many records of another resource belong to a record. @param summaries - undefined until they have been read */
export const countColumn = <Row extends { id: number }, Member extends 'albums' | 'artists' | 'tracks'>(
  name: Member,
  summaries: ReadonlyMap<number, Record<Member, number>> | undefined,
): Column<Row> => ({
  name,
  title: texts.fields[name],
  textAlign: 'right',
  width: columnWidths.count,
  render: ({ id }) => {
    const count = summaries?.get(id)?.[name]
    if (count === undefined) return '\u00a0'
    // Zero is so pale that other numbers stand out.
    return <span className={count === 0 ? 'no-count' : undefined}>{formatNumber(count)}</span>
  },
})

/** The columns that say when a record was created and changed. The user may show the latter. */
export const dateColumns = <Row extends { created_at: string; updated_at: string }>(): Column<Row>[] => [
  {
    name: 'created_at',
    title: texts.list.added,
    width: columnWidths.date,
    isSortable: true,
    from: 'sm',
    render: ({ created_at }) => <Age at={created_at} />,
  },
  {
    name: 'updated_at',
    title: texts.list.updated,
    width: columnWidths.date,
    isSortable: true,
    isOptional: true,
    from: 'sm',
    render: ({ updated_at }) => <Age at={updated_at} />,
  },
]
