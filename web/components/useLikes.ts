import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { client } from '../api/client.ts'
import { refreshLikes } from '../api/queryClient.ts'
import { describeError } from '../describeError.ts'
import { useSession } from '../session/useSession.ts'
import { texts } from '../texts/texts.ts'

/**
 * Which of some tracks the user likes, and the function that changes it: at once on the screen, and taken back if the server
 * refuses.
 * @param ids - at most 1,000
 */
export const useLikes = (ids: readonly number[]) => {
  const queryClient = useQueryClient()
  const { user } = useSession()
  const sorted = ids.toSorted((a, b) => a - b)
  const queryKey = ['likes', sorted]
  const { data: liked } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { records } = await client.search.tracks({ ids: sorted, liked: true, limit: 1000 }, { signal })
      return new Set(records.map(({ id }) => id))
    },
    enabled: user !== undefined && ids.length > 0,
  })
  const { mutate } = useMutation({
    // Two clicks in a row are sent in their order.
    scope: { id: 'likes' },
    mutationFn: ({ id, isLiked }: { id: number; isLiked: boolean }) =>
      isLiked ? client.tracks.like(id) : client.tracks.unlike(id),
    onMutate: async ({ id, isLiked }) => {
      await queryClient.cancelQueries({ queryKey: ['likes'] })
      setLiked(id, isLiked)
    },
    onError: (error, { id, isLiked }) => {
      setLiked(id, !isLiked)
      notifications.show({ color: 'red', title: texts.likes.failed, message: describeError(error) })
    },
    onSettled: refreshLikes,
  })
  const setLiked = (id: number, isLiked: boolean) =>
    queryClient.setQueriesData<Set<number>>({ queryKey: ['likes'] }, (current) => {
      if (!current) return current
      const next = new Set(current)
      if (isLiked) next.add(id)
      else next.delete(id)
      return next
    })
  return {
    /** How many of the tracks the user does not like, as far as this is known. */
    unlikedCount: liked ? ids.filter((id) => !liked.has(id)).length : 0,
    isLiked: (id: number) => liked?.has(id) ?? false,
    toggle: (id: number) => mutate({ id, isLiked: !liked?.has(id) }),
  }
}

export type Likes = ReturnType<typeof useLikes>

const LikesContext = createContext<Likes | undefined>(undefined)

/**
 * Gives the hearts inside it the likes. Only they are rendered again when the likes arrive or change, and not the table around
 * them.
 */
export const LikesProvider = LikesContext.Provider

/** The likes of the `LikesProvider` or `LikesOf` around a heart. */
export const useProvidedLikes = (): Likes => {
  const likes = useContext(LikesContext)
  if (!likes) throw new Error('There is no LikesProvider around this component.')
  return likes
}
