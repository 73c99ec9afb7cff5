import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Leaves the screen of a record that was deleted, for a list or for another record. */
export const useLeaveDeleted = () => {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const onGone = useRef<() => void>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is another one when the screen is gone
  useEffect(() => () => onGone.current?.(), [pathname])
  return async (path: string) => {
    const gone = new Promise<void>((resolve) => {
      onGone.current = resolve
    })
    // The list reads everything again. The screen of the record must not: it would find nothing.
    await queryClient.invalidateQueries({ refetchType: 'none' })
    await navigate(path, { replace: true })
    // React may show the screen of the record for a moment.
    if (path !== pathname) await gone
  }
}
