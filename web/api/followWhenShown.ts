import type { QueryClient } from '@tanstack/react-query'

/** How long the first screen has the connection and the processor for itself, in milliseconds. */
const delayMs = 1_000

/** Begins to follow changes when the first screen is there. @returns a function that ends this */
export const followWhenShown = (queryClient: QueryClient): (() => void) => {
  let isEnded = false
  let end = () => {}
  const timer = setTimeout(async () => {
    // A page of a former version, whose files are gone, does without.
    const module = await import('./followChanges.ts').catch(() => undefined)
    if (module && !isEnded) end = module.followChanges(queryClient)
  }, delayMs)
  return () => {
    isEnded = true
    clearTimeout(timer)
    end()
  }
}
