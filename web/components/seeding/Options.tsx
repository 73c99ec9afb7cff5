import { Accordion, Checkbox, Select, SimpleGrid, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import type { SeedOptions } from '../../api/seeding.ts'
import type { SeedReport, TableOfFile } from '../../api/types.ts'
import { resourceNames } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { PruneOptions } from './Prune.tsx'
import { TextOnBlur } from './TextOnBlur.tsx'

interface Props {
  options: SeedOptions
  report: SeedReport | undefined
  /** What the file was taken for, if it is a table. */
  table: TableOfFile | undefined
  isInitiallyOpen: boolean
  /** Repeats the preview with other options. */
  onChange(options: Partial<SeedOptions>): void
}

/** Encodings of older programs. */
const encodings = [
  ...['windows-1252', 'windows-1250', 'windows-1251', 'macintosh', 'iso-8859-2', 'koi8-r', 'shift_jis', 'gb18030'],
  ...['big5', 'euc-kr'],
]

/** Whether the library has records that a file does not have. */
const useOtherRecords = (report: SeedReport | undefined): boolean => {
  const { data } = useQuery({ queryKey: ['counts'], queryFn: ({ signal }) => client.search.counts({ signal }) })
  if (!report || !data) return false
  return resourceNames.some((name) => {
    const { updated, unchanged, merged, deleted } = report.sections[name]
    return data[name] > updated + unchanged + merged + deleted
  })
}

/** How a file is read and seeded: what can have an effect, folded. */
export const Options = ({ options, report, table, isInitiallyOpen, onChange }: Props) => {
  const hasOtherRecords = useOtherRecords(report)
  const mayPrune = options.prune || (hasOtherRecords && (table?.is_whole_library ?? true))
  const mayRename = options.accept_renames || (report?.likely_renames.length ?? 0) > 0
  if (!mayPrune && !mayRename && !table) return null
  return (
    <Accordion variant="contained" keepMounted={false} defaultValue={isInitiallyOpen ? 'options' : null}>
      <Accordion.Item value="options">
        <Accordion.Control>{texts.seeding.options}</Accordion.Control>
        <Accordion.Panel>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            {mayPrune && <PruneOptions options={options} onChange={onChange} />}
            {mayRename && (
              <Switch
                label={texts.seeding.acceptRenames}
                description={texts.seeding.acceptRenamesHelp}
                checked={options.accept_renames}
                onChange={(event) => onChange({ accept_renames: event.currentTarget.checked })}
              />
            )}
            {table && <TableOptions options={options} onChange={onChange} />}
          </SimpleGrid>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

const TableOptions = ({ options, onChange }: Pick<Props, 'options' | 'onChange'>) => (
  <>
    <TextOnBlur
      key={options.root}
      label={texts.seeding.root}
      placeholder={texts.seeding.rootExample}
      sent={options.root}
      onSend={(root) => onChange({ root })}
    />
    <Select
      label={texts.seeding.encoding}
      placeholder={texts.seeding.encodingFound}
      data={encodings}
      value={options.encoding || null}
      onChange={(encoding) => onChange({ encoding: encoding ?? '' })}
      clearable
    />
    <Checkbox
      label={texts.seeding.skipUnreadable}
      checked={options.skip_unreadable}
      onChange={(event) => onChange({ skip_unreadable: event.currentTarget.checked })}
    />
  </>
)
