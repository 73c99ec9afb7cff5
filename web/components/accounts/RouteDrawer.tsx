import { Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

interface Props {
  title: string
  /** The path of the screen below it. */
  back: string
  /** Whether only a button closes it, as what it shows is shown once. */
  isLocked?: boolean
  children: (close: () => void) => ReactNode
}

/** A drawer that is open as long as the URL is its own. */
export const RouteDrawer = ({ title, back, isLocked = false, children }: Props) => {
  const [isOpen, { open, close }] = useDisclosure()
  const navigate = useNavigate()
  const { search } = useLocation()
  // The drawer remembers what had the focus when it changes from closed to open.
  useEffect(open, [open])
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      onExitTransitionEnd={() => navigate({ pathname: back, search }, { replace: true })}
      title={title}
      position="right"
      closeOnClickOutside={!isLocked}
      closeOnEscape={!isLocked}
      withCloseButton={!isLocked}
    >
      {children(close)}
    </Drawer>
  )
}
