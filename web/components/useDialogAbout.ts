import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'

/** A dialog about one of several things. It still names `subject` while it disappears. */
export const useDialogAbout = <Subject>() => {
  const [subject, setSubject] = useState<Subject>()
  const [opened, { open, close }] = useDisclosure()
  const openAbout = (next: Subject) => {
    setSubject(next)
    open()
  }
  return { subject, opened, openAbout, close }
}
