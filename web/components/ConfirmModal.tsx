import { Button, Group, Modal, Skeleton, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describeError } from '../describeError.ts'
import { texts } from '../texts/texts.ts'
import { Problem } from './Problem.tsx'

interface Props<Result> {
  opened?: boolean
  onClose(): void
  title: string
  size?: 'md' | 'lg'
  /** What will happen. */
  children: ReactNode
  /** The name of the button that confirms. */
  action: string
  /** Red if something is lost. */
  color?: 'red' | 'indigo'
  /** The query that reads what will happen. Nothing is confirmed before it is shown. */
  preview?: { data: unknown; error: unknown; isFetching: boolean }
  isDisabled?: boolean
  run(): Promise<Result>
  onDone?(result: Result): unknown
  /** Called after `onDone` or an error; by default everything is read again. */
  onSettled?(): unknown
}

/** Asks before something is done, and says what will happen. */
export const ConfirmModal = <Result,>(props: Props<Result>) => {
  const { opened = true, onClose, title, size = 'md', children, action, color = 'red', run, onDone, onSettled } = props
  const { preview, isDisabled } = props
  const {
    mutate,
    isPending,
    error: failure,
    reset,
  } = useMutation({
    mutationFn: run,
    onSuccess: async (result) => {
      onClose()
      // What had the focus may be gone with the record.
      document.getElementById('content')?.focus()
      await onDone?.(result)
    },
    ...(onSettled && { onSettled }),
  })
  const error = failure ?? preview?.error
  const problem = <Problem sentence={error ? describeError(error) : undefined} />
  const isUnread = preview !== undefined && preview.data === undefined
  const close = () => {
    reset()
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={title} size={size} centered>
      <Stack>
        {/* A preview may be long. */}
        {preview && problem}
        {isUnread && !error && <Skeleton h={120} />}
        {children}
        {!preview && problem}
        <Group justify="end">
          <Button variant="default" onClick={close} data-autofocus>
            {texts.actions.cancel}
          </Button>
          <Button
            color={color}
            loading={isPending || preview?.isFetching}
            disabled={isUnread || isDisabled}
            onClick={() => mutate()}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
