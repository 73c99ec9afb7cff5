import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { describeError } from '../describeError.ts'
import { texts } from '../texts/texts.ts'
import { closeOnEscape } from './closeOnEscape.ts'
import { Problem } from './Problem.tsx'

export interface DialogProps {
  opened?: boolean
  title: string
  size?: 'md' | 'lg' | 'xl'
  onClose(): void
  /** Red if something is lost. */
  color?: 'red' | 'indigo'
  children?: ReactNode
}

interface Props extends DialogProps {
  error: unknown
  /** Whether the user enters something here. Without that, the focus is on the button that cancels. */
  hasFields?: boolean
  /** The way back to what was entered. */
  onBack?: (() => void) | undefined
  /** The name of the button that goes on. */
  action: string
  isLoading: boolean
  isDisabled?: boolean | undefined
  onSubmit(): void
}

/** A dialog with what went wrong, its content, and the buttons that go back, cancel and go on. */
export const DialogFrame = (props: Props) => {
  const { opened = true, title, size = 'md', onClose, color, children, error, hasFields = false, onBack } = props
  const { action, isLoading, isDisabled = false, onSubmit } = props
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      // Fields may have lists of options, which Esc closes alone.
      {...(hasFields && closeOnEscape(onClose))}
      title={title}
      size={size}
      centered
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // React passes it on to a form that has opened the dialog.
          event.stopPropagation()
          if (!isLoading && !isDisabled) onSubmit()
        }}
      >
        <Stack>
          <Problem sentence={error ? describeError(error) : undefined} />
          {children}
          <Group justify="end">
            {onBack && (
              <Button variant="default" onClick={onBack} mr="auto">
                {texts.changes.back}
              </Button>
            )}
            <Button variant="default" onClick={onClose} {...(!hasFields && { 'data-autofocus': true })}>
              {texts.actions.cancel}
            </Button>
            <Button
              // The next step has another button, which takes the focus.
              key={String(onBack === undefined)}
              autoFocus={onBack !== undefined}
              type="submit"
              className="long-button"
              color={color}
              loading={isLoading}
              disabled={isDisabled}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
