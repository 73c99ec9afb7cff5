import { Checkbox, Paper, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { isNameable, type SeedOptions } from '../../api/seeding.ts'
import type { TableOfFile } from '../../api/types.ts'
import { texts } from '../../texts/texts.ts'
import { TextOnBlur } from './TextOnBlur.tsx'

interface Props {
  table: TableOfFile
  options: SeedOptions
  /** Repeats the preview with other options. */
  onChange(options: Partial<SeedOptions>): void
}

/** Encodings of older programs. */
const encodings = [
  ...['windows-1252', 'windows-1250', 'windows-1251', 'macintosh', 'iso-8859-2', 'koi8-r', 'shift_jis', 'gb18030'],
  ...['big5', 'euc-kr'],
]

/** Which columns of a table are read, and how. The user can change it. */
export const TableOptions = ({ table, options, onChange }: Props) => {
  const columns = [...new Set(table.header)].filter(isNameable)
  // Those of a table in an unclear encoding are not known yet.
  const fields = columns.length > 0 ? Object.entries(table.columns) : []
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        {columns.length > 0 && (
          <Text size="sm" c="dimmed">
            {texts.seeding.columnsHelp}
          </Text>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2, sm: 3, lg: 4 }} spacing="sm">
          {fields.map(([field, read]) => (
            <Select
              key={field}
              size="xs"
              label={texts.seeding.columns[field] ?? field}
              placeholder={texts.seeding.notRead}
              data={columns}
              value={(options.columns[field] ?? read[0]) || null}
              onChange={(column) => onChange({ columns: { ...options.columns, [field]: column ?? '' } })}
              allowDeselect={false}
              clearable
            />
          ))}
          <TextOnBlur
            key={options.root}
            size="xs"
            label={texts.seeding.root}
            placeholder={texts.seeding.rootExample}
            sent={options.root}
            onSend={(root) => onChange({ root })}
          />
          <Select
            size="xs"
            label={texts.seeding.encoding}
            placeholder={texts.seeding.encodingFound}
            data={encodings}
            value={options.encoding || null}
            onChange={(encoding) => onChange({ encoding: encoding ?? '' })}
            clearable
          />
        </SimpleGrid>
        <Checkbox
          size="xs"
          label={texts.seeding.skipUnreadable}
          checked={options.skip_unreadable}
          onChange={(event) => onChange({ skip_unreadable: event.currentTarget.checked })}
        />
      </Stack>
    </Paper>
  )
}
