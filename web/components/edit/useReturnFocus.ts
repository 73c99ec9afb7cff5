import { useEffect } from 'react'

/**
 * Gives the focus back when a drawer or dialog with a path of its own is gone: to the link that opens this path, or to the
 * screen, if there is no such link. The link may be another element by then, since its list has been shown anew.
 */
export const useReturnFocus = (): void => {
  useEffect(() => {
    const { pathname } = window.location
    return () => {
      // The focus trap of the dialog gives up the focus first.
      requestAnimationFrame(() => {
        const link = [...document.links].find((candidate) => candidate.pathname === pathname)
        if (link) return link.focus()
        document.getElementById('content')?.focus({ preventScroll: true })
      })
    }
  }, [])
}
