import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { AuditAction, ListedAuditEntry } from '../../api/types.ts'
import { texts } from '../../texts/texts.ts'
import { UndoDialog } from './UndoDialog.tsx'

/** The actions after which somebody looks for a way back. */
const explained: AuditAction[] = ['create', 'update', 'delete', 'bulk', 'merge', 'seed', 'revert', 'revoke', 'role']

/** The button that undoes an entry of the audit trail, or why there is none. */
export const UndoButton = ({ entry }: { entry: ListedAuditEntry }) => {
  const [isOpen, { open, close }] = useDisclosure()
  if (entry.not_undoable !== null) {
    // A part has a link to its entry.
    if (!explained.includes(entry.action) || entry.part_of !== null) return null
    return (
      <Text size="xs" c="dimmed">
        {texts.undo.notUndoable(texts.errors.ofServer(entry.not_undoable))}
      </Text>
    )
  }
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        onClick={open}
        aria-label={texts.undo.undoEntry(entry.id)}
        w="fit-content"
      >
        {texts.undo.undo}
      </Button>
      {isOpen && <UndoDialog entry={entry} onClose={close} />}
    </>
  )
}
