import { Anchor, Group, Paper, Skeleton, Title } from '@mantine/core'
import {
  IconDisc,
  IconFileImport,
  IconHistory,
  IconKey,
  IconMicrophone2,
  IconMusic,
  IconTag,
  IconTags,
  IconUser,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type LatestEntry, readLatestEntries } from '../../api/latestEntries.ts'
import { texts } from '../../texts/texts.ts'
import { ChangeRow } from './ChangeRow.tsx'

const limit = 8

const icons: Record<string, typeof IconDisc> = {
  albums: IconDisc,
  artists: IconMicrophone2,
  genres: IconTags,
  labels: IconTag,
  tracks: IconMusic,
  users: IconUser,
}
const actionIcons: Record<string, typeof IconDisc> = { seed: IconFileImport, keys: IconFileImport, revoke: IconKey }

/** The newest entries of the audit trail, for admins. */
export const LatestEntries = () => {
  const { data: entries, error } = useQuery({
    queryKey: ['audit', 'latest'],
    queryFn: ({ signal }) => readLatestEntries(limit, signal),
  })
  // The rest of the overview is of use without it.
  if (error || entries?.length === 0) return
  return (
    <>
      <Group justify="space-between" align="baseline" mt={40} mb="md">
        <Title order={2}>{texts.overview.changed}</Title>
        <Anchor component={Link} to="/audit" size="sm" underline="always">
          {texts.audit.title}
        </Anchor>
      </Group>
      <Paper withBorder px="md" component="ul" className="change-list">
        {entries?.map((entry) => (
          <ChangeRow
            key={entry.id}
            Icon={actionIcons[entry.action] ?? icons[kindOf(entry)] ?? IconHistory}
            what={<What entry={entry} />}
            who={entry.email ?? texts.overview.sources[entry.source]}
            when={entry.created_at}
          />
        ))}
        {!entries &&
          Array.from({ length: limit }, (_, n) => n).map((n) => <Skeleton key={n} component="li" h={36} my="sm" />)}
      </Paper>
    </>
  )
}

const kindOf = ({ record }: LatestEntry) => record?.split('/')[0] ?? ''

/** The name that a change has written, or the path of the record. */
const describeRecord = ({ record, changes }: LatestEntry) => {
  const { from, to } = changes?.title ?? changes?.name ?? {}
  const name = to ?? from
  return typeof name === 'string' ? name : record
}

const What = ({ entry }: { entry: LatestEntry }) => {
  const { action, record } = entry
  const verb = texts.overview.actions[action as keyof typeof texts.overview.actions] ?? action
  if (!record || action === 'login' || action === 'logout') return verb
  return (
    <>
      {verb}{' '}
      {action === 'delete' || !(kindOf(entry) in icons) ? (
        <strong>{describeRecord(entry)}</strong>
      ) : (
        <Link to={`/${record}`} className="record-link">
          {describeRecord(entry)}
        </Link>
      )}
    </>
  )
}
