import { Box, Group } from '@mantine/core'
import { Outlet } from 'react-router'
import { TokenTable, useTokens } from '../components/accounts/TokenTable.tsx'
import { NewRecordButton } from '../components/edit/NewRecordButton.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { UserPicker } from '../components/pickers/UserPicker.tsx'
import { useListState } from '../components/useListState.ts'
import { countRecords } from '../resources/names.ts'
import { texts } from '../texts/texts.ts'

/** The tokens of all users, or of one. */
export const Component = () => {
  const list = useListState('-created_at')
  const user_id = list.getId('user_id')
  const query = useTokens(list, user_id)
  return (
    <>
      <PageHeader
        title={texts.tokens.title}
        description={query.data && countRecords(query.data.total, 'tokens')}
        actions={<NewRecordButton resource="tokens" />}
      />
      <Group mb="md">
        <Box w={{ base: '100%', xs: 340 }}>
          <UserPicker value={user_id} onChange={(id) => list.set({ user_id: id })} innerLabel={texts.tokens.user} />
        </Box>
      </Group>
      <TokenTable list={list} query={query} />
      <Outlet />
    </>
  )
}
