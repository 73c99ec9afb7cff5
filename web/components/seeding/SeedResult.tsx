import { Button, Group, Paper, Stack, Table, Text, ThemeIcon, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { SeedReport } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
import { IconCheck } from '../../icons/icons.ts'
import { resourceNames } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'

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
        <Table.ScrollContainer minWidth={460}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.seeding.section}</Table.Th>
                {counts.map((name) => (
                  <Table.Th key={name} ta="right">
                    {texts.seeding.counts[name]}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {resourceNames.map((section) => (
                <Table.Tr key={section}>
                  <Table.Th scope="row">
                    <Link to={`/${section}`} className="record-link">
                      {texts[section].title}
                    </Link>
                  </Table.Th>
                  {counts.map((name) => (
                    <Table.Td key={name} ta="right" c={report.sections[section][name] === 0 ? 'dimmed' : undefined}>
                      {formatNumber(report.sections[section][name])}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
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
