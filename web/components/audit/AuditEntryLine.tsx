import { Group, Text, ThemeIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AuditAction, ListedAuditEntry } from '../../api/types.ts'
import {
  IconArrowBackUp,
  IconArrowMerge,
  IconDownload,
  IconFileImport,
  IconKey,
  IconLogin,
  IconLogout,
  IconPencil,
  IconPlus,
  IconShield,
  IconTrash,
  IconUserPlus,
  IconWorld,
} from '../../icons/icons.ts'
import { describeMember } from '../../resources/members.ts'
import { texts } from '../../texts/texts.ts'
import { Age } from '../Age.tsx'
import { AuditRecord } from './AuditValue.tsx'
import { describeRecord, findTitle } from './kinds.ts'
import type { RecordNames } from './useRecordNames.ts'

const appearances: Record<AuditAction, { Icon: typeof IconPlus; color: string }> = {
  create: { Icon: IconPlus, color: 'teal' },
  update: { Icon: IconPencil, color: 'indigo' },
  delete: { Icon: IconTrash, color: 'red' },
  register: { Icon: IconUserPlus, color: 'teal' },
  login: { Icon: IconLogin, color: 'gray' },
  new_network: { Icon: IconWorld, color: 'yellow' },
  logout: { Icon: IconLogout, color: 'gray' },
  password: { Icon: IconShield, color: 'yellow' },
  role: { Icon: IconShield, color: 'yellow' },
  revoke: { Icon: IconKey, color: 'red' },
  seed: { Icon: IconFileImport, color: 'indigo' },
  keys: { Icon: IconFileImport, color: 'gray' },
  download: { Icon: IconDownload, color: 'yellow' },
  bulk: { Icon: IconPencil, color: 'indigo' },
  merge: { Icon: IconArrowMerge, color: 'indigo' },
  revert: { Icon: IconArrowBackUp, color: 'teal' },
}

interface Props {
  entry: ListedAuditEntry
  /** From `useRecordNames`, of all entries that are shown together. */
  names: RecordNames
  /** What is shown at the end of the line. */
  children?: ReactNode
}

/** An entry of the audit trail in one sentence: who did what, and when. */
export const AuditEntryLine = ({ entry, names, children }: Props) => {
  const { action, address, created_at, changes } = entry
  const { Icon, color } = appearances[action]
  const members = action === 'update' ? Object.keys(changes ?? {}) : []
  return (
    <Group wrap="nowrap" gap="sm" mih={36} py={4} pos="relative" className="audit-line">
      <ThemeIcon variant="light" color={color} size={24} radius="xl" aria-hidden="true">
        <Icon size={14} />
      </ThemeIcon>
      <Text size="sm" flex={1} miw={0} className="audit-sentence break-anywhere">
        <Author entry={entry} /> <Event entry={entry} names={names} />
        {members.length > 0 && (
          <Text span inherit c="dimmed">
            {` · ${members.map(describeMember).join(', ')}`}
          </Text>
        )}
      </Text>
      <Text size="xs" c="dimmed">
        <Age at={created_at} />
        {address && (
          <Text span inherit visibleFrom="sm">
            {` · ${address}`}
          </Text>
        )}
      </Text>
      {children}
    </Group>
  )
}

const Author = ({ entry: { source, user_id, email } }: { entry: ListedAuditEntry }) => {
  const name = email ?? texts.audit.sources[source]
  if (user_id === null) {
    return (
      <Text span inherit fw={600}>
        {name}
      </Text>
    )
  }
  return (
    <Link to={`/users/${user_id}`} className="record-link">
      {name}
    </Link>
  )
}

/** These say of themselves whose record it is. */
const ofOwnAccount: AuditAction[] = ['register', 'login', 'new_network', 'logout']

const Event = ({ entry, names }: { entry: ListedAuditEntry; names: RecordNames }) => {
  const { action, record, user_id } = entry
  if (record === null) return action === 'revoke' ? texts.audit.revokedUnused : texts.audit.actions[action]
  if (ofOwnAccount.includes(action)) return texts.audit.actions[action]
  if (action === 'password' && record === `users/${user_id}`) return texts.audit.ownPassword
  const [kind = '', id] = record.split('/')
  if (action === 'revert') return texts.audit.undid(id)
  if (id === undefined) return texts.audit.changedMany(findTitle(kind))
  const event = action === 'revoke' && kind === 'users' ? 'revokeTokens' : action
  const [before, after] = texts.audit.event(event, names(record).name === undefined ? '' : describeRecord(kind))
  return (
    <>
      {before}
      <AuditRecord record={record} names={names} />
      {after}
    </>
  )
}
