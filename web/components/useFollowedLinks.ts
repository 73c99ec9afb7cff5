import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { consolePath } from '../serviceUrl.ts'

/**
 * Returns the function that opens a plain link to a path of the console without loading the page again. It handles the clicks of all links inside an
 * element: to render the links of the router takes a third of the time of a table.
 */
export const useFollowedLinks = () => {
  const navigate = useNavigate()
  return (event: MouseEvent) => {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event
    if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
    const link = target instanceof Element && target.closest('a')
    if (!link || link.target || !link.href.startsWith(`${location.origin}${consolePath}/`)) return
    event.preventDefault()
    navigate(link.href.slice(location.origin.length + consolePath.length))
  }
}
