import { Menu, type MenuProps } from '@mantine/core'
import { cloneElement, type ReactNode, useEffect, useRef, useState } from 'react'
import type { MenuTarget } from './LazyMenu.tsx'

interface Props extends MenuProps {
  button: MenuTarget
  children: ReactNode
}

/** A menu that opens when it appears: its button has been clicked. It has only items, and is in the part of the page to which its button belongs. */
export const OpenedMenu = ({ button, children, ...others }: Props) => {
  const target = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    // It takes the place of the button that was clicked, and gets the focus again when the menu closes.
    target.current?.focus()
    setOpen(true)
  }, [])
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      {...others}
    >
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
