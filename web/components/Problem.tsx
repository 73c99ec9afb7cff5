import { Alert } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { IconAlertCircle } from '../icons/icons.ts'

/** What went wrong, if anything did. It takes the focus, which the button that was disabled meanwhile has lost. */
export const Problem = ({ sentence }: { sentence: string | undefined }) => {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (sentence) alert.current?.focus()
  }, [sentence])
  return (
    sentence && (
      <Alert ref={alert} tabIndex={-1} color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
        {sentence}
      </Alert>
    )
  )
}
