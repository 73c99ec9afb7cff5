import { Button, Group, List, NativeSelect, Paper, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { applyColumns, moveColumn, type SeedOptions } from '../../api/seeding.ts'
import type { ConvertedFile, RowKind, TableColumn, TableField, TableOfFile } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
import { IconTable } from '../../icons/icons.ts'
import { countRecords } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'

interface Props {
  table: TableOfFile
  /** Of a table that could be read. */
  converted: ConvertedFile | undefined
  options: SeedOptions
  /** Whether all columns are shown: where one is missing, it may be among those that are read. */
  isInitiallyOpen: boolean
  /** Repeats the preview with other options. */
  onChange(options: Partial<SeedOptions>): void
}

const isUnread = ({ fields }: TableColumn) => fields.length === 0

/** What a table was taken for, the field to which each column goes, and what was decided about the rows. The user chooses other fields. */
export const Mapping = ({ table, converted, options, isInitiallyOpen, onChange }: Props) => {
  const { format, section } = table
  const columns = applyColumns(table.columns, options.columns)
  const [isOpen, { toggle }] = useDisclosure(isInitiallyOpen)
  // The file of another program has columns that no field is for.
  const needsField = (column: TableColumn) => isUnread(column) && format === undefined
  // A row stays at its place when its field is changed, also after a look at another screen.
  const [first] = useState(
    () => new Set([...Object.values(options.columns).flat(), ...columns.filter(needsField).map(({ name }) => name)]),
  )
  const others = columns.filter((column) => !first.has(column.name) && (isOpen || needsField(column)))
  const shown = [...columns.filter(({ name }) => first.has(name)), ...others]
  const isChangeable = section === 'tracks'
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" gap="sm">
        <Group gap="sm" wrap="nowrap">
          <IconTable size={20} aria-hidden className="no-shrink" />
          <div>
            {converted && (
              <Text size="sm" fw={600}>
                {texts.seeding.takenFor(format, countRecords(converted.rows, table.rows ?? section))}
              </Text>
            )}
            <Text size="sm" fw={converted ? undefined : 600} role="status">
              {texts.seeding.unreadColumns(columns.filter(isUnread).length, columns.length)}
            </Text>
          </div>
        </Group>
        {isChangeable && (
          <Button size="xs" variant="default" onClick={toggle} aria-expanded={isOpen}>
            {texts.seeding.allColumns}
          </Button>
        )}
      </Group>
      {(table.asks_for_rows || table.rows) && (
        <Rows rows={options.rows ?? table.rows} onChange={(rows) => onChange({ rows })} />
      )}
      {isChangeable && shown.length > 0 && (
        <Table mt="xs" aria-label={texts.seeding.mapping}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.seeding.column}</Table.Th>
              <Table.Th>{texts.seeding.goesTo}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((column) => (
              <Column
                key={columns.indexOf(column)}
                column={column}
                onMove={(field) => onChange({ columns: { ...options.columns, ...moveColumn(columns, column, field) } })}
              />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {converted && <Notes converted={converted} />}
    </Paper>
  )
}

const rowKinds: readonly RowKind[] = ['albums', 'tracks']

/** Asks what a row is, and shows what it is taken for. */
const Rows = ({ rows, onChange }: { rows: RowKind | undefined; onChange(rows: RowKind): void }) => (
  <Group gap="xs" mt="sm" role="group" aria-label={texts.seeding.rowsQuestion}>
    <Text size="sm" fw={600}>
      {texts.seeding.rowsQuestion}
    </Text>
    <Button.Group>
      {rowKinds.map((kind) => (
        <Button
          key={kind}
          size="xs"
          variant={kind === rows ? 'filled' : 'default'}
          aria-pressed={kind === rows}
          onClick={() => onChange(kind)}
        >
          {texts.seeding.rows[kind]}
        </Button>
      ))}
    </Button.Group>
  </Group>
)

const fields = Object.entries(texts.seeding.columns).map(([value, label]) => ({ value, label }))

/** A column of a known format may go to several fields. */
const Column = ({ column, onMove }: { column: TableColumn; onMove(field: TableField | undefined): void }) => {
  const { name, values, fields: own } = column
  const several = { value: own.join(), label: own.map((field) => texts.seeding.columns[field]).join(', ') }
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={4} className="break-anywhere">
          <Text size="sm" fw={600} w={{ base: '100%', sm: 220 }}>
            {name}
          </Text>
          <Text size="sm" c="dimmed" flex={1} lineClamp={2}>
            {values.join(' · ')}
          </Text>
        </Group>
      </Table.Td>
      <Table.Td w={{ base: 150, sm: 220 }}>
        <NativeSelect
          size="xs"
          aria-label={texts.seeding.fieldOf(name)}
          data={[{ value: '', label: texts.seeding.notRead }, ...(own.length > 1 ? [several] : []), ...fields]}
          value={several.value}
          // Its values are fields.
          onChange={({ currentTarget: { value } }) => onMove((value as TableField) || undefined)}
        />
      </Table.Td>
    </Table.Tr>
  )
}

const Notes = ({ converted: { notes, more_notes } }: { converted: ConvertedFile }) =>
  notes.length > 0 && (
    <ScrollArea.Autosize mah={180} mt="sm" type="auto">
      <Stack gap={2}>
        <List size="sm" spacing={2} aria-label={texts.seeding.notes}>
          {notes.map(({ line, sentence }) => (
            <List.Item key={`${line} ${sentence}`} className="break-anywhere">
              {line === undefined ? '' : `${texts.seeding.line(formatNumber(line))}: `}
              <span lang="en">{sentence}</span>
            </List.Item>
          ))}
        </List>
        {more_notes > 0 && (
          <Text size="sm" c="dimmed">
            {texts.seeding.moreLines(formatNumber(more_notes))}
          </Text>
        )}
      </Stack>
    </ScrollArea.Autosize>
  )
