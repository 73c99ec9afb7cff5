import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { deleteInvitation, readInvitations } from '../api/accounts.ts'
import type { Invitation } from '../api/types.ts'
import { Age } from '../components/Age.tsx'
import { Expiry, revokeColumn } from '../components/accounts/tokenColumns.tsx'
import { ConfirmModal } from '../components/ConfirmModal.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { NewRecordButton } from '../components/edit/NewRecordButton.tsx'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import type { Column } from '../components/table/columns.ts'
import { Table } from '../components/table/Table.tsx'
import { useDialogAbout } from '../components/useDialogAbout.ts'
import { formatNumber } from '../format.ts'
import { IconInfoCircle } from '../icons/icons.ts'
import { countRecords } from '../resources/names.ts'
import { settings } from '../settings.ts'
import { texts } from '../texts/texts.ts'

const invitationColumns = (onRevoke: (invitation: Invitation) => void): Column<Invitation>[] => [
  { name: 'id', title: texts.invitations.number, render: ({ id }) => `#${id}` },
  { name: 'uses', title: texts.invitations.left, render: ({ uses }) => formatNumber(uses) },
  { name: 'expires_at', title: texts.tokens.expires, render: ({ expires_at }) => <Expiry at={expires_at} /> },
  {
    name: 'created_at',
    title: texts.tokens.created,
    from: 'sm',
    render: ({ created_at }) => <Age at={created_at} />,
  },
  revokeColumn(({ id }) => texts.invitations.revokeNamed(id), onRevoke),
]

/** The codes with which accounts can be registered. */
export const Component = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => readInvitations(signal),
  })
  const { subject: chosen, ...revoking } = useDialogAbout<Invitation>()
  return (
    <>
      <PageHeader
        title={texts.invitations.title}
        description={data && countRecords(data.length, 'invitations')}
        actions={<NewRecordButton resource="invitations" />}
      />
      <Alert
        variant="light"
        color={settings.registration === 'invite' ? 'indigo' : 'yellow'}
        icon={<IconInfoCircle />}
        mb="md"
      >
        {texts.invitations.registration[settings.registration]}
      </Alert>
      {error && !data && <LoadFailure error={error} onRetry={refetch} />}
      {(data || !error) && (
        <Table
          rows={data?.toReversed() ?? []}
          isBusy={!data}
          empty={
            data && (
              <EmptyState
                title={texts.invitations.empty}
                text={texts.invitations.emptyHelp}
                link={{ path: '/invitations/new', text: texts.invitations.make }}
              />
            )
          }
          columns={invitationColumns(revoking.openAbout)}
        />
      )}
      {chosen && (
        <ConfirmModal
          opened={revoking.opened}
          onClose={revoking.close}
          title={texts.invitations.revokeTitle(chosen.id)}
          action={texts.tokens.revoke}
          run={() => deleteInvitation(chosen.id)}
        >
          <Text>{texts.invitations.revokeHelp}</Text>
        </ConfirmModal>
      )}
      <Outlet />
    </>
  )
}
