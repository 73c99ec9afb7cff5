import { useEffect } from 'react'

/** Gives the focus back to the control that has opened a dialog, when the dialog is gone; without it, to the screen. */
export const useReturnFocus = (): void => {
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      // The focus trap of the dialog gives up the focus first.
      requestAnimationFrame(() => {
        const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
        const target = isThere ? opener : document.getElementById('content')
        target?.focus({ preventScroll: true })
      })
    }
  }, [])
}
