import { Badge, Box, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { describeRecord, type ResourceName } from '../resources/names.ts'
import { RecordActions } from './edit/RecordActions.tsx'
import { PageHeader } from './PageHeader.tsx'

interface Props {
  resource: ResourceName
  /** Undefined until it has been read. */
  record: { id: number } | undefined
  /** What stands for the record, such as a cover. */
  picture: ReactNode
  /** The kind of the record, such as "Single". */
  kind: string
  beside?: ReactNode
  /** The buttons that only its kind has. */
  actions?: ReactNode
  /** The other records that it belongs to. */
  references?: ReactNode
  /** What is known about it, in one line. */
  facts: readonly ReactNode[]
}

/** The upper part of the screen of a record, alike for all kinds. */
export const RecordHeader = ({ resource, record, picture, kind, beside, actions, references, facts }: Props) => (
  <Box className="record-header" mb={{ base: 'md', sm: 'xl' }}>
    {picture}
    <Stack gap={4} miw={0} align="start" className="break-anywhere">
      <Badge variant="light" tt="none">
        {kind}
      </Badge>
      <PageHeader title={record ? describeRecord(record) : ''} beside={beside} mb={0} />
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
      {record && (
        <RecordActions resource={resource} record={record}>
          {actions}
        </RecordActions>
      )}
    </Stack>
  </Box>
)
