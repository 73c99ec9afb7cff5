import { Button, Group, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from 'react-router'
import { readAudit } from '../api/audit.ts'
import { DeleteUser } from '../components/accounts/DeleteUser.tsx'
import { TokenTable, useTokens } from '../components/accounts/TokenTable.tsx'
import { AuditList } from '../components/audit/AuditList.tsx'
import { everyAction } from '../components/audit/actions.ts'
import { auditPath } from '../components/audit/auditPath.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { DrawerButton } from '../components/edit/DrawerButton.tsx'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { useListState } from '../components/useListState.ts'
import { useRecord } from '../components/useRecord.ts'
import { formatInstant } from '../format.ts'
import { IconHistory, IconPencil, IconPlus } from '../icons/icons.ts'
import { texts } from '../texts/texts.ts'

/** How many entries of the audit trail are shown. */
const latest = 5

/** One account with its tokens and what it did last. */
export const Component = () => {
  const id = Number(useParams().id)
  const { data: user, error, refetch } = useRecord('users', id)
  if (error && !user) return <LoadFailure error={error} onRetry={refetch} />
  if (!user) return <PageHeader title="" />
  return (
    <>
      <PageHeader
        title={user.name}
        description={`${user.email} · ${texts.users.roleOf(user.role.name)} · ${texts.account.created(formatInstant(user.created_at))}`}
        actions={
          <>
            <DrawerButton to={`/users/${id}/edit`} leftSection={<IconPencil size={16} />}>
              {texts.editing.edit}
            </DrawerButton>
            <DeleteUser user={user} />
          </>
        }
      />
      <Stack gap="xl">
        <Tokens id={id} />
        <Latest id={id} />
      </Stack>
      <Outlet />
    </>
  )
}

const Tokens = ({ id }: { id: number }) => {
  const list = useListState('-created_at')
  const query = useTokens(list, id)
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{texts.tokens.title}</Title>
        <DrawerButton to={`/tokens/new?user_id=${id}`} size="xs" leftSection={<IconPlus size={14} />}>
          {texts.editing.newTitle(texts.tokens.one)}
        </DrawerButton>
      </Group>
      <TokenTable list={list} query={query} without={['user']} />
    </section>
  )
}

const Latest = ({ id }: { id: number }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['audit', 'latest', id],
    queryFn: ({ signal }) => readAudit({ user: String(id), limit: latest }, signal),
  })
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{texts.users.latest}</Title>
        <Group gap="xs">
          <Button component={Link} to={auditPath('users', id)} variant="default" size="xs">
            {texts.users.changesOf}
          </Button>
          <Button
            component={Link}
            to={`/audit?user=${id}&action=${everyAction}`}
            variant="default"
            size="xs"
            leftSection={<IconHistory size={14} />}
          >
            {texts.users.all}
          </Button>
        </Group>
      </Group>
      {error && !data && <LoadFailure error={error} onRetry={refetch} />}
      <Stack mih={120}>
        {!data && !error && <Skeleton h={120} />}
        {data && <AuditList entries={data.entries} />}
        {data?.entries.length === 0 && <EmptyState title={texts.users.nothingDone} />}
      </Stack>
    </section>
  )
}
