import { Alert, Button, Group, Paper, ScrollArea, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { chooseFor, type PeopleWay, wayOf } from '../../api/peopleChoices.ts'
import type { SeedOptions } from '../../api/seeding.ts'
import type { SeedReport } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import type { ChosenFile } from './chosenFile.ts'
import { MergedFileButton } from './MergedFileButton.tsx'
import { PeopleChangeRow } from './PeopleChangeRow.tsx'

interface Props {
  file: ChosenFile
  report: SeedReport
  options: SeedOptions
  /** Repeats the preview with other options. */
  onChange(options: Partial<SeedOptions>): void
}

/** How many rows are shown at first, and how many each click adds. */
const rowsPerClick = 100

const words = texts.seeding.people

/** What people have changed since the last seed, and the file has otherwise. The user keeps it, or takes what the file has. */
export const PeopleChanges = ({ file, report, options, onChange }: Props) => {
  const [shown, setShown] = useState(rowsPerClick)
  const [isTooMany, setIsTooMany] = useState(false)
  const { changed_by_people: changes, more_changed_by_people: more, kept_before, without_base } = report
  const count = changes.length + more
  if (count + kept_before + without_base === 0) return
  const chooseAll = (people: PeopleWay) => {
    setIsTooMany(false)
    onChange({ people, people_except: [] })
  }
  const choose = (change: (typeof changes)[number], way: PeopleWay) => {
    const choices = chooseFor(options, report, change, way)
    setIsTooMany(!choices)
    if (choices) onChange(choices)
  }
  const unlisted = more > 0 && shown >= changes.length
  return (
    <Paper component="section" aria-labelledby="people-changes" withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4" id="people-changes">
            {words.title(count)}
          </Title>
          {count > 0 && (
            <WayButtons chosen={options.people_except.length === 0 ? options.people : undefined} onChoose={chooseAll} />
          )}
        </Group>
        {count > 0 && (
          <Text size="sm" c="dimmed">
            {words.help}
          </Text>
        )}
        {isTooMany && (
          <Alert color="orange" variant="light" role="alert">
            {words.tooMany}
          </Alert>
        )}
        {count > 0 && (
          <ScrollArea.Autosize mah={600} type="auto" offsetScrollbars="present">
            <ul className="plain-list people-changes">
              {changes.slice(0, shown).map((change) => (
                <PeopleChangeRow
                  key={change.path}
                  change={change}
                  way={wayOf(options, change)}
                  onChoose={(way) => choose(change, way)}
                />
              ))}
            </ul>
            {shown < changes.length && (
              <Group gap="sm" py="xs">
                <Text size="sm" c="dimmed">
                  {texts.seeding.moreLines(formatNumber(count - shown))}
                </Text>
                <Button size="compact-sm" variant="default" onClick={() => setShown(shown + rowsPerClick)}>
                  {words.showMore}
                </Button>
              </Group>
            )}
          </ScrollArea.Autosize>
        )}
        {unlisted && (
          <Text size="sm" c="dimmed">
            {words.unlisted[options.people](more)}
          </Text>
        )}
        {kept_before > 0 && <Text size="sm">{words.keptBefore(kept_before)}</Text>}
        {without_base > 0 && <Text size="sm">{words.withoutBase(without_base)}</Text>}
        {!report.converted && count + kept_before > 0 && <MergedFileButton file={file} options={options} />}
      </Stack>
    </Paper>
  )
}

interface WayButtonsProps {
  /** The way of all changes; undefined if they differ. */
  chosen: PeopleWay | undefined
  onChoose(way: PeopleWay): void
}

const WayButtons = ({ chosen, onChoose }: WayButtonsProps) => (
  <Group gap="xs">
    {(['keep', 'overwrite'] as const).map((way) => (
      <Button
        key={way}
        size="xs"
        variant={chosen === way ? 'light' : 'default'}
        aria-pressed={chosen === way}
        onClick={() => onChoose(way)}
      >
        {words.all[way]}
      </Button>
    ))}
  </Group>
)
