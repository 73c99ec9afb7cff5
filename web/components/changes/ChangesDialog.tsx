import { Skeleton } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { texts } from '../../texts/texts.ts'
import { DialogFrame, type DialogProps } from '../DialogFrame.tsx'
import { focusContent } from '../focusContent.ts'

interface Props<Result> extends Omit<DialogProps, 'opened' | 'children'> {
  /** What the user enters or chooses. */
  fields?: ReactNode
  /** Whether the preview takes the place of the fields once the user asks for it. Without that it is below them at once. */
  isInSteps?: boolean
  /** What is chosen in the fields. With another choice, there is another preview. */
  choice?: number | string
  canPreview?: boolean
  /** Whether there is anything to preview. */
  hasPreview?: boolean
  /** Called when the user asks for the preview, which there is only if it returns true. */
  validate?(): boolean
  /** Previews the changes, or applies those of a digest. @param signal - ends a preview when the dialog is closed */
  send(request: { dry_run: true } | { digest: string }, signal?: AbortSignal): Promise<Result>
  /** Whether a preview shows nothing that can be applied. */
  isBlocked?(preview: Result): boolean
  /** The name of the button that applies what is shown. */
  describeAction(preview: Result | undefined): string
  /** Asks about a preview before it is applied, and returns whether it has asked. @param apply - applies it nonetheless */
  ask?(preview: Result, apply: () => void): boolean
  onApplied(result: Result): unknown
  /** Shows a preview. */
  children(preview: Result): ReactNode
}

/**
 * Shows what would change, and applies exactly that: all or nothing. If the records have changed since, the server says so, and what would
 * change now is shown.
 */
export const ChangesDialog = <Result extends { digest: string }>(props: Props<Result>) => {
  const { title, size = 'lg', color = 'indigo', onClose, fields, isInSteps = false, choice, canPreview = true } = props
  const { hasPreview = true, validate, send, isBlocked, describeAction, ask, onApplied, children } = props
  const newAttempt = () => randomId('')
  const [attempt, setAttempt] = useState(() => (isInSteps ? undefined : newAttempt()))
  const preview = useQuery({
    queryKey: ['changes', attempt, choice],
    queryFn: ({ signal }) => send({ dry_run: true }, signal),
    enabled: attempt !== undefined && canPreview,
    gcTime: 0,
    meta: { isPreview: true },
    // What is confirmed is what is shown.
    staleTime: Number.POSITIVE_INFINITY,
  })
  // After an error, such as a 409, all is read again, and with it the preview.
  const application = useMutation({
    mutationFn: (digest: string) => send({ digest }),
    onSuccess: (result) => {
      onClose()
      focusContent()
      return onApplied(result)
    },
  })
  const shown = preview.data
  const error = preview.error ?? application.error
  const isAsking = isInSteps && shown === undefined
  const goBack = () => {
    setAttempt(undefined)
    application.reset()
  }
  const submit = () => {
    const apply = () => shown && application.mutate(shown.digest)
    if (shown) return ask?.(shown, apply) || apply()
    if (validate?.() ?? true) setAttempt(newAttempt())
  }
  return (
    <DialogFrame
      title={title}
      size={size}
      color={color}
      onClose={onClose}
      error={error}
      hasFields={fields !== undefined}
      onBack={isInSteps && shown ? goBack : undefined}
      action={isAsking ? texts.changes.preview : describeAction(shown)}
      isLoading={preview.isFetching || application.isPending}
      isDisabled={shown ? isBlocked?.(shown) : !isAsking || !canPreview}
      onSubmit={submit}
    >
      {(isAsking || !isInSteps) && fields}
      {shown ? children(shown) : hasPreview && !isAsking && !error && <Skeleton h={120} />}
    </DialogFrame>
  )
}
