import { Anchor, Box, Group, Paper, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { readAudit } from '../../api/audit.ts'
import { texts } from '../../texts/texts.ts'
import { AuditEntryLine } from '../audit/AuditEntryLine.tsx'
import { changeActions } from '../audit/actions.ts'
import { useRecordNames } from '../audit/useRecordNames.ts'

const limit = 8

/** The day seven days ago, as the audit trail is filtered by. */
const weekAgo = () => new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)

/** The newest changes of the audit trail, for admins. */
export const LatestEntries = () => {
  const { data, error } = useQuery({
    queryKey: ['audit', 'latest'],
    queryFn: ({ signal }) => readAudit({ limit, action: changeActions.join() }, signal),
  })
  const names = useRecordNames(data?.entries ?? [])
  // The rest of the overview is of use without it.
  if (error || data?.entries.length === 0) return
  return (
    <>
      <Group justify="space-between" align="baseline" mt={40} mb="md">
        <Title order={2}>{texts.overview.changed}</Title>
        <Anchor component={Link} to={`/audit?since=${weekAgo()}`} size="sm" underline="always">
          {texts.overview.thisWeek}
        </Anchor>
      </Group>
      <Paper withBorder px="md" component="ul" m={0} className="plain-list">
        {data?.entries.map((entry) => (
          <Box key={entry.id} component="li" py="sm" className="change-row">
            <AuditEntryLine entry={entry} names={names} />
          </Box>
        ))}
        {!data &&
          Array.from({ length: limit }, (_, n) => n).map((n) => <Skeleton key={n} component="li" h={46} my="sm" />)}
      </Paper>
    </>
  )
}
