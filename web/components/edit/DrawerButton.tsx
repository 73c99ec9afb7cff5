import { Button, type ButtonProps } from '@mantine/core'
import { Link, type To } from 'react-router'
import { opensDrawer } from './useLeave.ts'

/** A button that opens a drawer or dialog with a path of its own. */
export const DrawerButton = (props: ButtonProps & { to: To }) => (
  <Button component={Link} {...opensDrawer} variant="default" {...props} />
)
