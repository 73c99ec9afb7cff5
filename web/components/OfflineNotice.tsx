import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../texts/texts.ts'

/** How often the server is asked whether it is there, in milliseconds: less often while it responds. */
const [interval, offlineInterval] = [30_000, 2_000]

/** Says that the server does not respond, until it does again. */
export const OfflineNotice = () => {
  const { isError } = useQuery({
    queryKey: ['healthz'],
    queryFn: async ({ signal }) => (await fetch('/healthz', { signal })).ok,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? offlineInterval : interval),
    refetchIntervalInBackground: false,
  })
  if (!isError) return
  return (
    <Alert color="red" variant="light" mb="md" role="status">
      {texts.layout.offline}
    </Alert>
  )
}
