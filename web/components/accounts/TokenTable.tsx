import { Alert, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readTokens, revokeToken } from '../../api/accounts.ts'
import type { ListedToken } from '../../api/types.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { ConfirmModal } from '../ConfirmModal.tsx'
import { RecordTable } from '../RecordTable.tsx'
import { useDialogAbout } from '../useDialogAbout.ts'
import type { ListState } from '../useListState.ts'
import { describeToken, tokenColumns } from './tokenColumns.tsx'

/** Reads the page of tokens that a list shows. @param user_id - only the tokens of this user */
export const useTokens = ({ page, pageSize }: ListState, user_id: number | undefined) => {
  const parameters = { user_id, limit: pageSize, offset: (page - 1) * pageSize }
  return useQuery({
    queryKey: ['tokens', parameters],
    queryFn: ({ signal }) => readTokens(parameters, signal),
    placeholderData: keepPreviousData,
  })
}

interface Props {
  list: ListState
  query: ReturnType<typeof useTokens>
  /** The columns that are left out. */
  without?: string[]
}

/** Tokens, each of which can be revoked. */
export const TokenTable = ({ list, query, without = [] }: Props) => {
  const { logOut } = useSession()
  const { subject: token, opened, openAbout, close } = useDialogAbout<ListedToken>()
  return (
    <>
      <RecordTable list={list} query={query} columns={tokenColumns(openAbout, without)} isOneLine={false} />
      {token && (
        <ConfirmModal
          opened={opened}
          onClose={close}
          title={texts.tokens.revokeTitle(describeToken(token))}
          action={texts.tokens.revoke}
          run={() => revokeToken(token.id)}
          onDone={() => {
            if (token.is_current) return logOut()
            notifications.show({ message: texts.tokens.revoked })
          }}
        >
          <Text>
            {token.name === null ? texts.tokens.revokeSessionHelp(token.user.email) : texts.tokens.revokeHelp}
          </Text>
          {token.is_current && (
            <Alert color="yellow" variant="light">
              {texts.tokens.revokeOwn}
            </Alert>
          )}
        </ConfirmModal>
      )}
    </>
  )
}
