import { Alert } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { serverCheckKey } from '../api/queryClient.ts'
import { readServerState } from '../api/serverState.ts'
import { texts } from '../texts/texts.ts'

/** How often the server is asked whether it is there, in milliseconds: more often while it does not respond. */
const [interval, offlineInterval] = [10_000, 2_000]

/** Says that the server does not respond, until it does again. Then everything on the screen is read again. */
export const OfflineNotice = () => {
  const queryClient = useQueryClient()
  const wasOffline = useRef(false)
  const { isError } = useQuery({
    queryKey: serverCheckKey,
    queryFn: readServerState,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? offlineInterval : interval),
    refetchIntervalInBackground: false,
  })
  useEffect(() => {
    if (wasOffline.current && !isError) queryClient.invalidateQueries()
    wasOffline.current = isError
  }, [isError, queryClient])
  if (!isError) return
  return (
    <Alert color="red" variant="light" mb="md" role="status">
      {texts.layout.offline}
    </Alert>
  )
}
