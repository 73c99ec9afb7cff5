import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { serverCheckKey } from '../api/queryClient.ts'
import { readServerState } from '../api/serverState.ts'
import { IconAlertCircle } from '../icons/icons.ts'
import { texts } from '../texts/texts.ts'

/** Whether the server responds again since a sentence has said that it does not. */
const useIsBack = (sentence: string | undefined) => {
  const saidAt = useMemo(() => (sentence === texts.errors.unreachable ? Date.now() : undefined), [sentence])
  const { dataUpdatedAt } = useQuery({ queryKey: serverCheckKey, queryFn: readServerState, enabled: false })
  return saidAt !== undefined && dataUpdatedAt > saidAt
}

/** What went wrong, if anything did. It takes the focus, which the button that was disabled meanwhile has lost. */
export const Problem = ({ sentence: given }: { sentence: string | undefined }) => {
  const sentence = useIsBack(given) ? undefined : given
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (sentence) alert.current?.focus()
  }, [sentence])
  return (
    sentence && (
      <Alert ref={alert} tabIndex={-1} color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
        <span className="pre-line break-anywhere">{sentence}</span>
      </Alert>
    )
  )
}
