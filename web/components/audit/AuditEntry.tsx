import { Anchor, Box, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from 'react-router'
import type { ListedAuditEntry } from '../../api/types.ts'
import { formatInstant } from '../../format.ts'
import { IconChevronDown, IconChevronUp } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { UndoButton } from '../undo/UndoButton.tsx'
import { AuditChanges } from './AuditChanges.tsx'
import { AuditEntryLine } from './AuditEntryLine.tsx'
import type { RecordNames } from './useRecordNames.ts'

interface Props {
  entry: ListedAuditEntry
  names: RecordNames
}

/** An entry in one line, with the button that undoes it. A click on the line shows its details. */
export const AuditEntry = ({ entry, names }: Props) => {
  const [isOpen, { toggle }] = useDisclosure()
  const { id, created_at, address, not_undoable } = entry
  const isUndoable = not_undoable === null
  return (
    <Box component="li" className="audit-entry change-row" data-open={isOpen || undefined}>
      <AuditEntryLine entry={entry} names={names}>
        <Box visibleFrom="sm">{isUndoable && <UndoButton entry={entry} />}</Box>
        <button
          type="button"
          className="row-button audit-toggle"
          aria-label={texts.audit.details(id)}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {isOpen ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
        </button>
      </AuditEntryLine>
      {isOpen && (
        <Stack gap={4} pb="sm" pl={{ base: 36, sm: 0 }} className="audit-details">
          <Text size="xs" c="dimmed">
            {[texts.audit.entry(id), formatInstant(created_at), address].filter(Boolean).join(' · ')}
          </Text>
          <AuditChanges entry={entry} names={names} />
          <PartsLink entry={entry} />
          <Box {...(isUndoable && { hiddenFrom: 'sm' })}>
            <UndoButton entry={entry} />
          </Box>
        </Stack>
      )}
    </Box>
  )
}

/** Leads from an entry to its parts, and from a part to its entry. */
const PartsLink = ({ entry: { id, has_parts, part_of } }: Pick<Props, 'entry'>) => {
  if (!has_parts && part_of === null) return null
  return (
    <Anchor component={Link} to={`/audit?entry=${part_of ?? id}`} size="sm" underline="always" w="fit-content">
      {part_of === null ? texts.audit.parts : texts.audit.partOf(part_of)}
    </Anchor>
  )
}
