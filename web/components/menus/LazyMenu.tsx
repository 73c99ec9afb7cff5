import { type ComponentType, cloneElement, type MouseEventHandler, type ReactElement, Suspense, useState } from 'react'

/** The button of a menu. */
export type MenuTarget = ReactElement<{ onClick?: MouseEventHandler; 'aria-haspopup'?: 'menu'; ref?: unknown }>

interface Props<Content> {
  button: MenuTarget
  /** The menu around its button, whose code is loaded when it is opened for the first time. */
  Menu: ComponentType<Content & { button: MenuTarget }>
  /** The other properties of the menu. */
  content: Content
}

/** A button with a menu that is no part of the first load: what places it beside its button is as large as a screen. */
export const LazyMenu = <Content extends object>({ button, Menu, content }: Props<Content>) => {
  const [isLoaded, setLoaded] = useState(false)
  const closed = cloneElement(button, { 'aria-haspopup': 'menu', onClick: () => setLoaded(true) })
  if (!isLoaded) return closed
  return (
    <Suspense fallback={closed}>
      <Menu {...content} button={button} />
    </Suspense>
  )
}
