import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describeError } from '../../describeError.ts'
import { texts } from '../../texts/texts.ts'
import { Problem } from '../Problem.tsx'

interface Props<Result> {
  opened: boolean
  onClose(): void
  title: string
  /** What will happen. */
  children: ReactNode
  /** The name of the button that confirms. */
  action: string
  run(): Promise<Result>
  onDone?(result: Result): unknown
  /** Called after `onDone` or an error; by default everything is read again. */
  onSettled?(): unknown
}

/** Asks before something is done that can't be undone. */
export const ConfirmModal = <Result,>(props: Props<Result>) => {
  const { opened, onClose, title, children, action, run, onDone, onSettled } = props
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: run,
    onSuccess: async (result) => {
      onClose()
      // What had the focus may be gone with the record.
      document.getElementById('content')?.focus()
      await onDone?.(result)
    },
    ...(onSettled && { onSettled }),
  })
  const close = () => {
    reset()
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={title} centered>
      <Stack>
        {children}
        <Problem sentence={error ? describeError(error) : undefined} />
        <Group justify="end">
          <Button variant="default" onClick={close} data-autofocus>
            {texts.actions.cancel}
          </Button>
          <Button color="red" loading={isPending} onClick={() => mutate()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
