import { Alert, Button, Code, Group, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconAlertTriangle, IconCheck, IconCopy } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { RecordDrawer } from '../edit/RecordDrawer.tsx'
import { useLeave } from '../edit/useLeave.ts'
import { useCopy } from '../useCopy.ts'

interface Props {
  title: string
  secret: string
  /** Says that it is shown only now. */
  warning: string
  children?: ReactNode
}

/** The drawer with a token or code that the server does not show again. */
export const OneTimeSecret = ({ title, secret, warning, children }: Props) => {
  const leave = useLeave()
  const { copied, copy } = useCopy(secret)
  const copyButton = useRef<HTMLButtonElement>(null)
  // The form that had the focus is gone.
  useEffect(() => copyButton.current?.focus(), [])
  return (
    <RecordDrawer title={title} isLocked>
      <Stack>
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle />}>
          {warning}
        </Alert>
        <Code block className="code-block" aria-label={texts.tokens.secret}>
          {secret}
        </Code>
        <Group justify="space-between">
          <Button
            variant={copied ? 'light' : 'filled'}
            leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={copy}
            ref={copyButton}
          >
            {copied ? texts.actions.copied : texts.actions.copy}
          </Button>
          <Button variant="default" onClick={leave}>
            {texts.tokens.done}
          </Button>
        </Group>
      </Stack>
      {children}
    </RecordDrawer>
  )
}
