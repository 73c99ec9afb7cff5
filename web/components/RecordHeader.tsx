import { Badge, Box, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageHeader } from './PageHeader.tsx'

interface Props {
  /** What stands for the record, such as a cover. */
  picture: ReactNode
  /** The kind of the record, such as "Single". */
  kind: string
  /** Empty until it has been read. */
  title: string
  beside?: ReactNode
  actions?: ReactNode
  /** The other records that it belongs to. */
  references?: ReactNode
  /** What is known about it, in one line. */
  facts: readonly ReactNode[]
}

/** The upper part of the screen of a record. */
export const RecordHeader = ({ picture, kind, title, beside, actions, references, facts }: Props) => (
  <Group align="center" gap="lg" mb={{ base: 'md', sm: 'xl' }}>
    <Box w={{ base: 80, sm: 172 }}>{picture}</Box>
    <Stack gap={4} flex={{ base: '1 1 200px', sm: '1 1 380px' }} miw={0} className="break-anywhere">
      <Badge variant="light" tt="none">
        {kind}
      </Badge>
      <PageHeader title={title} beside={beside} mb={0} />
      {references && <Text>{references}</Text>}
      <Text c="dimmed" size="sm" mih={22}>
        {facts.filter(Boolean).map((fact, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts are never reordered
          <span key={n}>
            {n > 0 && ' · '}
            {fact}
          </span>
        ))}
      </Text>
    </Stack>
    {actions && (
      <Group gap="xs" className="record-actions">
        {actions}
      </Group>
    )}
  </Group>
)
