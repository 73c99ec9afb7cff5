import { Chip, Group, Paper, Stack, Text } from '@mantine/core'
import type { Section, SeedReport } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
import { resourceNames } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { appearances, countEach } from './changeKinds.tsx'
import { countChanges, kindOf } from './changeRows.ts'

interface Props {
  report: SeedReport
  /** The kinds of changes that are shown; all if there are none. */
  kinds: string[]
  onChange(kinds: string[]): void
}

/** How many records of each section change, and how. A click shows only these. */
export const ChangeTotals = ({ report, kinds, onChange }: Props) => {
  const counts = countChanges(report)
  const hasRecords = (section: Section) => Object.values(report.sections[section]).some((count) => count > 0)
  return (
    <Paper withBorder p="md" role="group" aria-label={texts.seeding.totals}>
      {onlyAdds(counts) && (
        <Text fw={600} mb="sm">
          {texts.seeding.willBeAdded(countEach(counts.filter(isMain).length > 0 ? counts.filter(isMain) : counts))}
        </Text>
      )}
      <Chip.Group multiple value={kinds} onChange={onChange}>
        <Stack gap="sm">
          {resourceNames.filter(hasRecords).map((section) => (
            <Group key={section} gap="xs" mih={28}>
              <Text fw={600} size="sm" w={80}>
                {texts[section].title}
              </Text>
              {counts
                .filter((kind) => kind.section === section)
                .map((kind) => (
                  <Total key={kind.action} kind={kind} />
                ))}
              {report.sections[section].unchanged > 0 && (
                <Text c="dimmed" size="sm" ml="auto">
                  {texts.seeding.unchanged(formatNumber(report.sections[section].unchanged))}
                </Text>
              )}
            </Group>
          ))}
        </Stack>
      </Chip.Group>
    </Paper>
  )
}

/** Whether nothing that the library has is changed. */
const onlyAdds = (counts: ReturnType<typeof countChanges>) => counts.every(({ action }) => action === 'create')

/** Albums and tracks are what people count a library by. */
const isMain = ({ section }: ReturnType<typeof countChanges>[number]) => section === 'albums' || section === 'tracks'

const Total = ({ kind }: { kind: ReturnType<typeof countChanges>[number] }) => {
  const { Icon } = appearances[kind.action]
  return (
    <Chip value={kindOf(kind)} size="sm" variant="outline">
      <Group component="span" gap={6} wrap="nowrap">
        <Icon size={14} aria-hidden />
        {texts.seeding.toDo[kind.action](formatNumber(kind.count))}
      </Group>
    </Chip>
  )
}
