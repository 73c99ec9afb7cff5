import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../client/index.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The query reads what a dialog would change. Once that is done, a dialog that has not closed yet does not ask for it again. */
      isPreview?: boolean
    }
  }
}

/** The query that finds out whether the server is there. */
export const serverCheckKey = ['healthz']

/** The maximum number of times that a read is repeated when the server does not respond. */
const maxRetries = 2

/**
 * Reads are kept for the time that a user looks at one screen. Repeating one is cheap, since the client asks for changes only.
 * After a write, all reads are invalidated.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // Whether the server is there is asked at once, and not at the next turn.
    onError: (error, { queryKey }) => {
      if (!(error instanceof ApiError) && queryKey !== serverCheckKey)
        queryClient.invalidateQueries({ queryKey: serverCheckKey })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => !(error instanceof ApiError) && count < maxRetries,
      // The browser may call a network offline on which a local server responds.
      networkMode: 'always',
    },
    mutations: {
      networkMode: 'always',
      onSettled: (_result, error) => {
        // After an error the library may have changed, and with it what a preview shows.
        const isRead = queryClient.invalidateQueries(error ? {} : { predicate: ({ meta }) => !meta?.isPreview })
        // A form can be sent again at once after an error: it waits for this promise.
        return error ? undefined : isRead
      },
    },
  },
})

/** Reads the likes again. A track that is no longer liked stays in the lists on the screen, so that it can be liked again. */
export const refreshLikes = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['likes'] }),
    queryClient.invalidateQueries({ queryKey: ['search', 'tracks'], refetchType: 'none' }),
  ])
