import { Badge, Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { ListedToken, OwnToken } from '../../api/types.ts'
import { formatInstant, formatShortLocalDay } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import { Age } from '../Age.tsx'
import type { Column } from '../table/columns.ts'
import { describeProgram } from './describeProgram.ts'

/** How a button or dialog calls a token. */
export const describeToken = ({ name, user }: ListedToken): string => name ?? texts.tokens.ofSession(user.email)

/** The columns of a table of tokens, without those that its screen says already. */
export const tokenColumns = (onRevoke: (token: ListedToken) => void, without: string[] = []): Column<ListedToken>[] => {
  const columns: Column<ListedToken>[] = [
    {
      name: 'name',
      title: texts.tokens.name,
      text: ({ name, is_current }) => `${name ?? texts.tokens.session} ${is_current ? texts.account.thisSession : ''}`,
      render: (token) => (
        <>
          <TokenName token={token} />
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {!without.includes('user') && `${token.user.email} · `}
            {texts.tokens.lastUse}: <LastUse token={token} />
          </Text>
        </>
      ),
    },
    {
      name: 'user',
      title: texts.tokens.user,
      from: 'sm',
      render: ({ user }) => (
        <Link to={`/users/${user.id}`} className="reference-link" title={user.email}>
          {user.name}
        </Link>
      ),
    },
    {
      name: 'program',
      title: texts.tokens.client,
      from: 'md',
      render: (token) => <Program token={token} />,
    },
    {
      name: 'last_used_at',
      title: texts.tokens.lastUse,
      from: 'sm',
      render: (token) => <LastUse token={token} />,
    },
    {
      name: 'created_at',
      title: texts.tokens.created,
      from: 'lg',
      render: ({ created_at }) => <Age at={created_at} />,
    },
    {
      name: 'expires_at',
      title: texts.tokens.expires,
      from: 'sm',
      render: ({ expires_at }) => <Expiry at={expires_at} />,
    },
    revokeColumn((token) => texts.tokens.revokeNamed(describeToken(token)), onRevoke),
  ]
  return columns.filter(({ name }) => !without.includes(name))
}

/** The column with the buttons that revoke. @param labelOf - what the button of a row is called for a screen reader */
export const revokeColumn = <Row,>(labelOf: (row: Row) => string, onRevoke: (row: Row) => void): Column<Row> => ({
  name: 'actions',
  title: texts.tokens.actions,
  isTitleHidden: true,
  textAlign: 'right',
  width: 140,
  render: (row) => (
    <Button variant="subtle" color="red" size="compact-sm" onClick={() => onRevoke(row)} aria-label={labelOf(row)}>
      {texts.tokens.revoke}
    </Button>
  ),
})

const TokenName = ({ token: { name, is_current, read_only } }: { token: ListedToken }) => (
  <Group gap="xs">
    <Text size="sm" fw={name === null ? 400 : 600} {...(name === null && { c: 'dimmed' })}>
      {name ?? texts.tokens.session}
    </Text>
    {is_current && (
      <Badge size="sm" variant="light" tt="none">
        {texts.account.thisSession}
      </Badge>
    )}
    {read_only && (
      <Badge size="sm" variant="light" color="gray" tt="none">
        {texts.tokens.readOnly}
      </Badge>
    )}
  </Group>
)

/** The client that has used a token last. */
const Program = ({ token: { program, address, last_used_at } }: { token: ListedToken }) =>
  (last_used_at !== null || program !== null) && (
    <>
      <Text size="sm" truncate maw={240} title={program ?? undefined}>
        {describeProgram(program)}
      </Text>
      <Text size="xs" c="dimmed">
        {address}
      </Text>
    </>
  )

/** When a token was last used. A session begins with a login, which is its first use. */
export const LastUse = ({ token: { name, created_at, last_used_at } }: { token: OwnToken }) => {
  const at = last_used_at ?? (name === null ? created_at : null)
  return at === null ? texts.tokens.neverUsed : <Age at={at} />
}

/** When a token or invitation ends. */
export const Expiry = ({ at }: { at: string | null }) => {
  if (at === null) return texts.tokens.noEnd
  if (Date.parse(at) > Date.now()) {
    return (
      <time dateTime={at} title={formatInstant(at)}>
        {formatShortLocalDay(at)}
      </time>
    )
  }
  return (
    <Badge color="red" variant="light" tt="none">
      {texts.tokens.ended}
    </Badge>
  )
}
