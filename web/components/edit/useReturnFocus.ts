import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { hrefOf } from '../../serviceUrl.ts'
import { readEdited } from './editedRecord.ts'

/** What a URL opens. */
const describe = ({ pathname, search }: { pathname: string; search: string }) => `${pathname} ${readEdited(search)}`

/**
 * Gives the focus back when a drawer or dialog with a URL of its own is gone: to the link that opens what it has shown last, or to the
 * menu of the record with such a link, or to the screen. The link may be another element by then, since its list has been shown anew.
 */
export const useReturnFocus = (): void => {
  const { pathname, search } = useLocation()
  const shown = useRef('')
  useEffect(() => {
    shown.current = describe({ pathname: hrefOf(pathname), search })
  }, [pathname, search])
  useEffect(
    () => () => {
      // The focus trap of the dialog gives up the focus first.
      requestAnimationFrame(() => {
        const link = [...document.links].find((candidate) => describe(candidate) === shown.current)
        // A hidden link stands behind what shows the record.
        const target = link?.hidden ? link.previousElementSibling : (link ?? document.querySelector('.record-menu'))
        if (target instanceof HTMLElement) return target.focus()
        document.getElementById('content')?.focus({ preventScroll: true })
      })
    },
    [],
  )
}
