import { Button, Group, List, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { SeedReport } from '../../api/types.ts'
import { IconCheck } from '../../icons/icons.ts'
import { resourceNames } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { countEach } from './changeKinds.tsx'
import { UndoImport } from './UndoImport.tsx'

const counts = ['created', 'updated', 'merged', 'deleted', 'unchanged'] as const

/** What a seed has changed. */
export const SeedResult = ({ report, onRestart }: { report: SeedReport; onRestart(): void }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Paper withBorder p="xl">
      <Stack>
        <Group wrap="nowrap">
          <ThemeIcon size={44} radius="xl" variant="light" color="teal">
            <IconCheck />
          </ThemeIcon>
          <div>
            <Title order={2} ref={heading} tabIndex={-1}>
              {texts.seeding.doneTitle}
            </Title>
            <Text c="dimmed">{texts.seeding.done}</Text>
          </div>
        </Group>
        <List>
          {counts.map((name) => {
            const records = resourceNames
              .map((section) => ({ section, count: report.sections[section][name] }))
              .filter(({ count }) => count > 0)
            return (
              records.length > 0 && (
                <List.Item key={name}>
                  {texts.seeding.counts[name]}: {countEach(records)}
                </List.Item>
              )
            )
          })}
        </List>
        {report.changes.length + report.omitted.length > 0 && <UndoImport />}
        <Group>
          <Button component={Link} to="/albums">
            {texts.seeding.seeAlbums}
          </Button>
          <Button component={Link} to="/audit" variant="default">
            {texts.seeding.seeAudit}
          </Button>
          <Button variant="default" onClick={onRestart}>
            {texts.seeding.another}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
