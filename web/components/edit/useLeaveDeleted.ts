import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

/** Leaves the screen of a record that was deleted, for a list. */
export const useLeaveDeleted = () => {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (path: string) => {
    // The list reads everything again. The screen of the record must not: it would find nothing.
    await queryClient.invalidateQueries({ refetchType: 'none' })
    await navigate(path, { replace: true })
  }
}
