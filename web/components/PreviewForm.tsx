import { Alert, Button, Group, List, Modal, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { ApiError, InvalidError } from '../../client/index.ts'
import { describeError } from '../describeError.ts'
import { texts } from '../texts/texts.ts'
import { closeOnEscape } from './closeOnEscape.ts'

interface Props<Result> {
  title: string
  onClose(): void
  gap: 'md' | 'lg'
  /** What the user enters. */
  fields: ReactNode
  canPreview: boolean
  /** Called before the preview, which there is only if it returns true. */
  validate?(): boolean
  /** Sends what was entered. @param signal - ends a preview when the dialog is closed */
  send(request: { dry_run: true } | { digest: string }, signal?: AbortSignal): Promise<Result>
  onApplied(result: Result): void
  /** Whether a preview shows no change. */
  isEmpty?(preview: Result): boolean
  /** The name of the button that applies what is shown. */
  describeAction(preview: Result): string
  /** Shows a preview. */
  children(preview: Result): ReactNode
}

/** A dialog in three steps: first what to do, then what this would change, and then all or nothing. */
export const PreviewForm = <Result extends { digest: string }>(props: Props<Result>) => {
  const { title, onClose, gap, fields, canPreview, validate, send, onApplied, isEmpty, describeAction, children } =
    props
  const closed = useRef<AbortController>(undefined)
  useEffect(() => () => closed.current?.abort(), [])
  const preview = useMutation({
    mutationFn: () => {
      closed.current = new AbortController()
      return send({ dry_run: true }, closed.current.signal)
    },
    // Nothing was changed.
    onSettled: () => {},
  })
  const application = useMutation({
    mutationFn: (digest: string) => send({ digest }),
    onSuccess: onApplied,
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) preview.mutate()
    },
  })
  const shown = preview.data
  const error = preview.error ?? application.error
  const goBack = () => {
    preview.reset()
    application.reset()
  }
  return (
    <Modal opened onClose={onClose} {...closeOnEscape(onClose)} size="xl" title={title} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (preview.isPending || application.isPending) return
          if (shown) return application.mutate(shown.digest)
          if (validate?.() ?? true) preview.mutate()
        }}
      >
        <Stack gap={gap}>
          {error && (
            <Alert color={application.error && shown ? 'orange' : 'red'} variant="light" role="alert">
              <Problem error={error} />
            </Alert>
          )}
          {shown ? children(shown) : fields}
          <Group justify="end">
            {shown && (
              <Button variant="default" onClick={goBack} mr="auto">
                {texts.bulk.back}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {texts.actions.cancel}
            </Button>
            {!shown && (
              <Button key="preview" type="submit" loading={preview.isPending} disabled={!canPreview}>
                {texts.bulk.preview}
              </Button>
            )}
            {shown && (
              <Button
                key="apply"
                type="submit"
                autoFocus
                loading={application.isPending || preview.isPending}
                disabled={isEmpty?.(shown)}
              >
                {describeAction(shown)}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** A text has many lines, each of which may have a sentence. */
const Problem = ({ error }: { error: Error }) => {
  const sentences = error instanceof InvalidError && error.errors.text
  if (!sentences) return describeError(error)
  return (
    <List size="sm">
      {sentences.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  )
}
