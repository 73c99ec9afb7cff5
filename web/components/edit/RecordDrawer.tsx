import { Drawer, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSession } from '../../session/useSession.ts'
import { closeOnEscape } from '../closeOnEscape.ts'
import { Forbidden } from '../Forbidden.tsx'
import { useLeave } from './useLeave.ts'
import { useReturnFocus } from './useReturnFocus.ts'

interface Props {
  title: string
  /** Whether only a button in it closes it, since what it shows is not shown again. */
  isLocked?: boolean
  children?: ReactNode
}

/** The drawer of a form, over the screen of its record or list. Without children, it waits for the record. */
export const RecordDrawer = ({ title, isLocked = false, children }: Props) => {
  const { isAdmin } = useSession()
  const leave = useLeave()
  useReturnFocus()
  return (
    <Drawer
      opened
      onClose={leave}
      {...closeOnEscape(isLocked ? () => {} : leave)}
      closeOnClickOutside={!isLocked}
      withCloseButton={!isLocked}
      // A click beside the drawer leaves the focus in it, for the question about unsaved changes to return it.
      overlayProps={{ onMouseDown: (event) => event.preventDefault() }}
      position="right"
      size={460}
      padding="lg"
      title={title}
    >
      {!isAdmin && <Forbidden />}
      {isAdmin && (children ?? <FormSkeleton />)}
    </Drawer>
  )
}

const FormSkeleton = () => (
  <Stack aria-busy>
    {[1, 2, 3].map((n) => (
      <Skeleton key={n} h={60} />
    ))}
  </Stack>
)
