import { useLocation, useNavigate } from 'react-router'
import { readEdited, withEdited } from './editedRecord.ts'

/** The properties of a link that opens a drawer or dialog: the entry of the history before it is a screen of the console, which stays as it is. */
export const opensDrawer = { state: { isOpenedInConsole: true }, preventScrollReset: true }

/**
 * Returns the function that closes a drawer or dialog with a URL of its own: it goes back to where this was opened. If it was
 * opened by its URL, the screen below it takes its place.
 */
export const useLeave = (): (() => void) => {
  const navigate = useNavigate()
  const { state, search } = useLocation()
  return () => {
    if (state?.isOpenedInConsole) navigate(-1)
    else {
      const path = readEdited(search) === null ? { pathname: '..', search } : { search: withEdited(search) }
      navigate(path, { replace: true, preventScrollReset: true })
    }
  }
}
