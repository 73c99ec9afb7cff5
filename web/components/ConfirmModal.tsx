import { useMutation } from '@tanstack/react-query'
import { DialogFrame, type DialogProps } from './DialogFrame.tsx'
import { focusContent } from './focusContent.ts'

interface Props<Result> extends DialogProps {
  /** The name of the button that confirms. */
  action: string
  run(): Promise<Result>
  onDone?(result: Result): unknown
  /** Called after `onDone` or an error; by default everything is read again. */
  onSettled?(): unknown
}

/** Asks before something is done, and says what will happen. */
export const ConfirmModal = <Result,>({ run, onDone, onSettled, ...frame }: Props<Result>) => {
  const { onClose } = frame
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: run,
    onSuccess: async (result) => {
      onClose()
      focusContent()
      await onDone?.(result)
    },
    ...(onSettled && { onSettled }),
  })
  const close = () => {
    reset()
    onClose()
  }
  return (
    <DialogFrame color="red" {...frame} onClose={close} error={error} isLoading={isPending} onSubmit={() => mutate()} />
  )
}
