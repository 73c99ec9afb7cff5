import { List, Radio, ScrollArea, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type MergeResource, mergeRecords } from '../../api/merge.ts'
import type { MergeResult, NamedRecord } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
import { countRecords, resourceNames } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { ChangesDialog } from '../changes/ChangesDialog.tsx'
import { RecordPicker } from '../pickers/RecordPicker.tsx'
import { SmallCover } from '../SmallCover.tsx'
import { useShowChange } from '../undo/useShowChange.tsx'
import { useDescriptions } from '../useDescriptions.ts'
import { useSummaries } from '../useSummaries.ts'
import { countsOf, describeCounts } from './counts.ts'

interface Props {
  resource: MergeResource
  records: NamedRecord[]
  /** The id of the one that stays unless the user chooses another one; by default that with the most references. */
  into?: number
  onClose(): void
  onApplied?(result: MergeResult): unknown
}

/** Merges records into the one that the user chooses, a single one with others that the user picks. It says first what this would change. */
export const MergeDialog = ({ resource, records: given, into: proposed, onClose, onApplied }: Props) => {
  const [picked, setPicked] = useState<NamedRecord[]>([])
  const records = [...given, ...picked]
  const [first] = records
  const summaries = useSummaries(resource, records)
  const descriptions = useDescriptions(
    resource,
    records.map(({ id }) => id),
  )
  const used = (id: number) => countsOf(summaries?.get(id)).reduce((sum, [, count]) => sum + count, 0)
  // What the most refers to stays, unless the user chooses another one.
  const [mostUsed] = records.map(({ id }) => id).toSorted((a, b) => used(b) - used(a))
  const [chosen, setChosen] = useState(proposed)
  const into = chosen ?? mostUsed ?? first?.id ?? 0
  const showChange = useShowChange()
  const from = records.flatMap(({ id }) => (id === into ? [] : id))
  const describe = (id: number) =>
    [texts.merge.id(id), ...describeCounts(summaries?.get(id)), descriptions.get(id)].filter(Boolean).join(' · ')
  return (
    <ChangesDialog
      title={texts.merge.title(given.length === 1 && first ? first.name : countRecords(records.length, resource))}
      onClose={onClose}
      fields={
        <>
          {given.length === 1 && (
            <RecordPicker
              resource={resource}
              label={texts.merge.pick}
              data-autofocus
              onChange={(choice) => {
                if (choice && records.every(({ id }) => id !== choice.id)) setPicked([...picked, choice])
              }}
              mayCreate={false}
            />
          )}
          <Radio.Group
            label={texts.merge.stays}
            description={texts.merge.staysHelp}
            value={String(into)}
            onChange={(id) => setChosen(Number(id))}
          >
            <ScrollArea.Autosize mah="34vh" mt="xs">
              <Stack gap="xs" py={4}>
                {records.map(({ id, name }) => (
                  <Radio
                    key={id}
                    value={String(id)}
                    label={
                      <>
                        <SmallCover resource={resource} name={name} summary={summaries?.get(id)} />
                        {name}
                      </>
                    }
                    description={describe(id)}
                    className="break-anywhere"
                  />
                ))}
              </Stack>
            </ScrollArea.Autosize>
          </Radio.Group>
        </>
      }
      choice={[into, ...from].join()}
      // Without the numbers, the user chooses what stays.
      canPreview={from.length > 0 && (summaries !== undefined || chosen !== undefined)}
      hasPreview={from.length > 0}
      send={(request, signal) => mergeRecords(resource, into, { from, ...request }, signal)}
      describeAction={(preview) => texts.merge.apply(preview?.into.name)}
      onApplied={(result) => {
        const { into, merged } = result
        showChange({
          message: texts.merge.merged(countRecords(merged.length, resource), into.name),
          record: `${resource}/${into.id}`,
          action: 'merge',
        })
        return onApplied?.(result)
      }}
    >
      {(preview) => <Preview resource={resource} result={preview} />}
    </ChangesDialog>
  )
}

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
