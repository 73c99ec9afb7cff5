import { Badge, Group, Text } from '@mantine/core'
import { Link, Outlet } from 'react-router'
import type { User } from '../../client/index.ts'
import { Age } from '../components/Age.tsx'
import { NewRecordButton } from '../components/edit/NewRecordButton.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { SearchField } from '../components/SearchField.tsx'
import type { Column } from '../components/table/columns.ts'
import { useListState } from '../components/useListState.ts'
import { useSearchPage } from '../components/useSearchPage.ts'
import { countRecords } from '../resources/names.ts'
import { useUser } from '../session/useSession.ts'
import { texts } from '../texts/texts.ts'

/** All accounts. */
export const Component = () => {
  const list = useListState('name')
  const query = useSearchPage('users', list)
  const user = useUser()
  const { title, many } = texts.users
  return (
    <>
      <PageHeader
        title={title}
        description={query.data && countRecords(query.data.total, 'users')}
        actions={<NewRecordButton resource="users" />}
      />
      <Group mb="md">
        <SearchField list={list} label={texts.list.search(many)} />
      </Group>
      <RecordTable list={list} query={query} columns={userColumns(user.id)} resource="users" isOneLine={false} />
      <Outlet />
    </>
  )
}

/** @param ownId - the id of the user who is logged in */
const userColumns = (ownId: number): Column<User>[] => [
  {
    name: 'name',
    title: texts.fields.name,
    isSortable: true,
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
  { name: 'email', title: texts.session.email, from: 'sm', text: ({ email }) => email },
  {
    name: 'role',
    title: texts.users.role,
    width: 120,
    render: ({ role }) => (
      <Badge variant="light" color={role.name === 'admin' ? 'indigo' : 'gray'} tt="none">
        {texts.users.roleOf(role.name)}
      </Badge>
    ),
  },
  {
    name: 'created_at',
    title: texts.users.joined,
    isSortable: true,
    from: 'sm',
    render: ({ created_at }) => <Age at={created_at} />,
  },
]
