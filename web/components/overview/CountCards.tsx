import { Card, Group, SimpleGrid, Text, ThemeIcon } from '@mantine/core'
import { Link } from 'react-router'
import type { CatalogueCounts } from '../../../client/index.ts'
import { formatNumber } from '../../format.ts'
import { IconDisc, IconMicrophone2, IconMusic, IconTag, IconTags } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'

export const countedResources = [
  { resource: 'albums', Icon: IconDisc },
  { resource: 'artists', Icon: IconMicrophone2 },
  { resource: 'tracks', Icon: IconMusic },
  { resource: 'genres', Icon: IconTags },
  { resource: 'labels', Icon: IconTag },
] as const

/** How many records each resource has. @param counts - undefined until they have been read */
export const CountCards = ({ counts }: { counts: CatalogueCounts | undefined }) => (
  <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="md">
    {countedResources.map(({ resource, Icon }) => (
      <Card key={resource} component={Link} to={`/${resource}`} withBorder padding="md" className="count-card">
        <Group gap="sm" wrap="nowrap">
          <ThemeIcon variant="light" size={42} radius="md" visibleFrom="xl">
            <Icon size={22} stroke={1.6} />
          </ThemeIcon>
          <div>
            <Text fz={{ base: 20, sm: 16, lg: 20 }} fw={650} lh={1.2}>
              {counts ? formatNumber(counts[resource]) : '\u00a0'}
            </Text>
            <Text c="dimmed" size="sm">
              {counts?.[resource] === 1 ? texts[resource].one : texts[resource].many}
            </Text>
          </div>
        </Group>
      </Card>
    ))}
  </SimpleGrid>
)
