import { Button, List, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { SeedReport } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
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

/** Makes the changes. If records are deleted or merged, it asks before, with their numbers. */
export const ApplyButton = ({ report, isDisabled, isPending, onApply }: Props) => {
  const [isOpen, { open, close }] = useDisclosure()
  const counts = countChanges(report)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const deleted = counts.filter(({ action }) => action === 'delete')
  const merged = counts.filter(({ action }) => action === 'merge')
  const needsConfirmation = deleted.length > 0 || merged.length > 0
  const label = texts.seeding.apply(formatNumber(total), total)
  return (
    <>
      <Button
        leftSection={<IconCheck size={16} />}
        disabled={isDisabled || total === 0}
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
