import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { hrefOf } from '../serviceUrl.ts'

/** The path of a screen without that of a drawer or dialog over it. */
const toScreen = (path: string) => path.replace(/\/(new|edit|delete)$/, '')

/**
 * Moves the focus when another screen is shown: to its content, so that Tab leads to its rows; on the way back, to the link to the screen
 * that was left.
 */
export const useScreenFocus = (): void => {
  const { pathname, state } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const screen = toScreen(pathname)
  const shown = useRef(screen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another screen moves the focus
  useEffect(() => {
    const left = shown.current
    shown.current = screen
    // A drawer takes the focus itself.
    if (left === screen || (state?.isOpenedInConsole && !isBack)) return
    const link = isBack && document.querySelector<HTMLElement>(`#content a[href="${hrefOf(left)}"]`)
    const target = link || document.getElementById('content')
    target?.focus({ preventScroll: true })
  }, [screen])
}
