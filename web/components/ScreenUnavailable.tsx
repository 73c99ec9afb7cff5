import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readServerState } from '../api/serverState.ts'
import { texts } from '../texts/texts.ts'
import { EmptyState } from './EmptyState.tsx'

/** The files of a screen could not be loaded: the server does not respond, or has been replaced by another version. */
export class ScreenUnavailableError extends Error {}

export const throwScreenUnavailable = (cause: unknown): never => {
  throw new ScreenUnavailableError('A screen could not be loaded.', { cause })
}

const key = 'music-library reloaded at'

/** A page is not loaded again by itself within this time, in milliseconds: it would not help. */
const minReloadInterval = 10_000

/** Loads the page again as soon as the server responds: a newer version has other files. */
const reloadOnce = () => {
  const last = Number(sessionStorage.getItem(key))
  if (Date.now() - last < minReloadInterval) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}

export const ScreenUnavailable = () => {
  const { isSuccess } = useQuery({ queryKey: ['reload'], queryFn: readServerState, retry: true, retryDelay: 1_000 })
  useEffect(() => {
    if (isSuccess) reloadOnce()
  }, [isSuccess])
  return (
    <EmptyState order={1} role="alert" title={texts.errors.failedTitle} text={texts.errors.screenUnavailable}>
      <Button variant="light" onClick={() => location.reload()}>
        {texts.actions.retry}
      </Button>
    </EmptyState>
  )
}
