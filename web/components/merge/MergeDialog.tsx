import { List, Radio, ScrollArea, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type MergeResource, mergeRecords } from '../../api/merge.ts'
import type { MergeResult, NamedRecord } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
import { countRecords, type ResourceName, resourceNames } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { ChangesDialog } from '../changes/ChangesDialog.tsx'
import { useShowChange } from '../undo/useShowChange.tsx'
import { useDescriptions } from '../useDescriptions.ts'
import { useSummaries } from '../useSummaries.ts'

interface Props {
  resource: MergeResource
  records: NamedRecord[]
  onClose(): void
  onApplied?(): void
}

/** Merges records into the one that the user chooses. It says first what this would change. */
export const MergeDialog = ({ resource, records, onClose, onApplied }: Props) => {
  const [first] = records
  const summaries = useSummaries(resource, records)
  const descriptions = useDescriptions(
    resource,
    records.map(({ id }) => id),
  )
  const countsOf = (id: number) => Object.entries(summaries?.get(id) ?? {}).filter(isCount)
  const used = (id: number) => countsOf(id).reduce((sum, [, count]) => sum + count, 0)
  // What the most refers to stays, unless the user chooses another one.
  const [mostUsed] = records.map(({ id }) => id).toSorted((a, b) => used(b) - used(a))
  const [chosen, setChosen] = useState<number>()
  const into = chosen ?? mostUsed ?? first?.id ?? 0
  const showChange = useShowChange()
  const from = records.flatMap(({ id }) => (id === into ? [] : id))
  const describe = (id: number) =>
    [texts.merge.id(id), ...countsOf(id).map(([kind, count]) => countRecords(count, kind)), descriptions.get(id)]
      .filter(Boolean)
      .join(' · ')
  return (
    <ChangesDialog
      title={texts.merge.title(countRecords(records.length, resource))}
      onClose={onClose}
      fields={
        <Radio.Group
          label={texts.merge.stays}
          description={texts.merge.staysHelp}
          value={String(into)}
          onChange={(id) => setChosen(Number(id))}
        >
          <ScrollArea.Autosize mah="34vh" mt="xs">
            <Stack gap="xs" py={4}>
              {records.map(({ id, name }) => (
                <Radio key={id} value={String(id)} label={name} description={describe(id)} className="break-anywhere" />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        </Radio.Group>
      }
      choice={into}
      // Without the numbers, the user chooses what stays.
      canPreview={summaries !== undefined || chosen !== undefined}
      send={(request, signal) => mergeRecords(resource, into, { from, ...request }, signal)}
      describeAction={(preview) => texts.merge.apply(preview?.into.name)}
      onApplied={({ into: { id, name }, merged }) => {
        showChange({
          message: texts.merge.merged(countRecords(merged.length, resource), name),
          record: `${resource}/${id}`,
          action: 'merge',
        })
        onApplied?.()
      }}
    >
      {(preview) => <Preview resource={resource} result={preview} />}
    </ChangesDialog>
  )
}

const isCount = (entry: [string, unknown]): entry is [ResourceName, number] =>
  resourceNames.some((name) => name === entry[0]) && typeof entry[1] === 'number'

const Preview = ({ resource, result }: { resource: MergeResource; result: MergeResult }) => {
  const { into, merged, moved, duplicates } = result
  const numbers = resourceNames.flatMap((name) => (moved[name] ? [[name, moved[name]] as const] : []))
  return (
    <Stack gap={4} role="status">
      <Text size="sm">{texts.merge.deletes(countRecords(merged.length, resource), merged.length === 1)}</Text>
      <List size="sm">
        {numbers.map(([name, count]) => (
          <List.Item key={name} className="break-anywhere">
            {texts.merge.moves(texts[name].title, count, into.name)}
          </List.Item>
        ))}
        {numbers.length === 0 && <List.Item>{texts.merge.movesNothing}</List.Item>}
        {duplicates > 0 && <List.Item>{texts.merge.duplicates(formatNumber(duplicates), duplicates === 1)}</List.Item>}
      </List>
      <Text size="sm" c="dimmed">
        {texts.merge.undo}
      </Text>
    </Stack>
  )
}
