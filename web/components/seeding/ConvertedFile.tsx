import { Button, Collapse, Group, List, Paper, ScrollArea, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { SeedOptions } from '../../api/seeding.ts'
import type { ConvertedFile as Converted } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
import { IconTable } from '../../icons/icons.ts'
import { countRecords } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { TableOptions } from './TableOptions.tsx'

interface Props {
  converted: Converted
  options: SeedOptions
  /** Repeats the preview with other options. */
  onChange(options: Partial<SeedOptions>): void
}

/** What a file was taken for that is no catalogue file: its columns, and what was decided about its rows. */
export const ConvertedFile = ({ converted: { table, rows, notes, more_notes }, options, onChange }: Props) => {
  const [isOpen, { toggle }] = useDisclosure()
  const read = Object.entries(table.columns).filter(([, columns]) => columns.length > 0)
  return (
    <Stack gap="xs">
      <Paper withBorder p="md">
        <Group justify="space-between" align="start" wrap="nowrap">
          <Group gap="sm" align="start" wrap="nowrap">
            <IconTable size={20} aria-hidden className="no-shrink" />
            <div>
              <Text size="sm" fw={600}>
                {texts.seeding.takenFor(table.format, countRecords(rows, table.section))}
              </Text>
              <Text size="sm" c="dimmed" className="break-anywhere">
                {read
                  .map(([field, columns]) => `${texts.seeding.columns[field] ?? field}: ${columns.join(', ')}`)
                  .join(' · ')}
              </Text>
            </div>
          </Group>
          {table.section === 'tracks' && (
            <Button size="xs" variant="default" onClick={toggle} aria-expanded={isOpen} className="no-shrink">
              {texts.seeding.changeColumns}
            </Button>
          )}
        </Group>
        {notes.length > 0 && (
          <ScrollArea.Autosize mah={180} mt="sm" type="auto">
            <List size="sm" spacing={2} aria-label={texts.seeding.notes}>
              {notes.map(({ line, sentence }) => (
                <List.Item key={`${line} ${sentence}`} className="break-anywhere">
                  {line === undefined ? '' : `${texts.seeding.line(formatNumber(line))}: `}
                  {sentence}
                </List.Item>
              ))}
            </List>
            {more_notes > 0 && (
              <Text size="sm" c="dimmed">
                {texts.seeding.moreLines(formatNumber(more_notes))}
              </Text>
            )}
          </ScrollArea.Autosize>
        )}
      </Paper>
      <Collapse expanded={isOpen}>
        <TableOptions table={table} options={options} onChange={onChange} />
      </Collapse>
    </Stack>
  )
}
