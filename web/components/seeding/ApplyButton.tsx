import { Button, List, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ChangeAction, SeedReport } from '../../api/types.ts'
import { IconCheck } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { ConfirmModal } from '../ConfirmModal.tsx'
import { countEach } from './changeKinds.tsx'
import { countChanges } from './changeRows.ts'

interface Props {
  report: SeedReport
  isDisabled: boolean
  isPending: boolean
  onApply(): void
}

/** What the changes are, such as `Delete 101 records and make 502 changes`. */
const labelOf = (counts: ReturnType<typeof countChanges>): string => {
  const sum = (isCounted: (action: ChangeAction) => boolean) =>
    counts.reduce((total, { action, count }) => total + (isCounted(action) ? count : 0), 0)
  const deleted = sum((action) => action === 'delete')
  const others = sum((action) => action !== 'delete')
  if (others > 0 && counts.every(({ action }) => action === 'create')) return texts.seeding.addAll
  return texts.seeding.apply(deleted, others)
}

/** Makes the changes. If records are deleted or merged, it asks before, with their numbers. */
export const ApplyButton = ({ report, isDisabled, isPending, onApply }: Props) => {
  const [isOpen, { open, close }] = useDisclosure()
  const counts = countChanges(report)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const deleted = counts.filter(({ action }) => action === 'delete')
  const merged = counts.filter(({ action }) => action === 'merge')
  const needsConfirmation = deleted.length > 0 || merged.length > 0
  // A decision to keep them is stored by a seed that changes nothing else.
  const keepsAll = total === 0 && report.changed_by_people.length > 0
  if (total === 0 && !keepsAll) return null
  const label = keepsAll ? texts.seeding.people.apply : labelOf(counts)
  return (
    <>
      <Button
        className="long-button"
        leftSection={<IconCheck size={16} />}
        disabled={isDisabled}
        loading={isPending}
        onClick={needsConfirmation ? open : onApply}
      >
        {label}
      </Button>
      <ConfirmModal
        opened={isOpen}
        onClose={close}
        title={texts.seeding.confirmTitle}
        action={label}
        run={async () => onApply()}
        // The screen waits for the changes, and reads again what they change.
        onSettled={() => {}}
      >
        <List spacing="xs">
          {deleted.length > 0 && <List.Item>{texts.seeding.confirmDelete(countEach(deleted))}</List.Item>}
          {merged.length > 0 && <List.Item>{texts.seeding.confirmMerge(countEach(merged))}</List.Item>}
          {report.likes_deleted > 0 && <List.Item>{texts.seeding.confirmLikes(report.likes_deleted)}</List.Item>}
          {report.references_cleared > 0 && (
            <List.Item>{texts.seeding.confirmReferences(report.references_cleared)}</List.Item>
          )}
        </List>
        <Text size="sm" c="dimmed">
          {texts.seeding.confirmHelp}
        </Text>
      </ConfirmModal>
    </>
  )
}
