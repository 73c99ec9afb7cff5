import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { resetDemo } from '../../api/console.ts'
import { texts } from '../../texts/texts.ts'
import { ConfirmModal } from '../ConfirmModal.tsx'

/** Asks before the demo is reset. Afterwards everything is read again, in a new session: the reset has ended that of the user. */
export const ResetDemoDialog = ({ onClose }: { onClose(): void }) => (
  <ConfirmModal
    opened
    onClose={onClose}
    title={texts.demo.resetTitle}
    action={texts.demo.reset}
    run={resetDemo}
    onDone={() => notifications.show({ message: texts.demo.isReset })}
  >
    <Text>{texts.demo.resetHelp}</Text>
  </ConfirmModal>
)
