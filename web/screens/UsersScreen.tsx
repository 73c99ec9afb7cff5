import { ActionIcon, Badge, Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import type { DataTableColumn } from 'mantine-datatable'
import { Link, Outlet } from 'react-router'
import type { User } from '../../client/index.ts'
import { Age } from '../components/Age.tsx'
import { openedInConsole } from '../components/edit/useLeave.ts'
import { PageHeader } from '../components/PageHeader.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { SearchField } from '../components/SearchField.tsx'
import { useListState } from '../components/useListState.ts'
import { useSearchPage } from '../components/useSearchPage.ts'
import { useSession } from '../session/useSession.ts'
import { texts } from '../texts/texts.ts'

/** All accounts. */
export const Component = () => {
  const list = useListState('name')
  const query = useSearchPage('users', list)
  const { user } = useSession()
  const { title, one, many } = texts.users
  return (
    <>
      <PageHeader
        title={title}
        description={query.data && texts.list.count(query.data.total, one, many)}
        actions={
          <Button
            component={Link}
            to={{ pathname: 'new' }}
            state={openedInConsole}
            leftSection={<IconPlus size={16} />}
          >
            {texts.users.add}
          </Button>
        }
      />
      <Group mb="md">
        <SearchField list={list} label={texts.list.search(many)} />
      </Group>
      <RecordTable list={list} query={query} columns={userColumns(user.id)} />
      <Outlet />
    </>
  )
}

/** @param ownId - the id of the user who is logged in */
const userColumns = (ownId: number): DataTableColumn<User>[] => [
  {
    accessor: 'name',
    title: texts.fields.name,
    sortable: true,
    render: ({ id, name, email }) => (
      <>
        <Link to={`/users/${id}`} className="record-link">
          {name}
        </Link>
        {id === ownId && (
          <Badge ml="xs" size="sm" variant="light" tt="none">
            {texts.users.you}
          </Badge>
        )}
        <Text size="xs" c="dimmed" hiddenFrom="sm" truncate>
          {email}
        </Text>
      </>
    ),
  },
  { accessor: 'email', title: texts.session.email, visibleMediaQuery: '(min-width: 48em)' },
  {
    accessor: 'role',
    title: texts.users.role,
    render: ({ role }) => (
      <Badge variant="light" color={role.name === 'admin' ? 'indigo' : 'gray'} tt="none">
        {texts.users.roleOf(role.name)}
      </Badge>
    ),
  },
  {
    accessor: 'created_at',
    title: texts.users.joined,
    sortable: true,
    noWrap: true,
    visibleMediaQuery: '(min-width: 48em)',
    render: ({ created_at }) => <Age at={created_at} />,
  },
  {
    accessor: 'actions',
    title: <VisuallyHidden>{texts.tokens.actions}</VisuallyHidden>,
    textAlign: 'right',
    width: 56,
    render: ({ id, name }) => (
      <ActionIcon
        component={Link}
        to={`/users/${id}/edit`}
        state={openedInConsole}
        variant="subtle"
        color="gray"
        aria-label={texts.users.editNamed(name)}
      >
        <IconPencil size={18} />
      </ActionIcon>
    ),
  },
]
