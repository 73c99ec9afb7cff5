import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { IconPlus } from '../../icons/icons.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'

const AddTracksDialog = lazy(async () => ({ default: (await import('./AddTracksDialog.tsx')).AddTracksDialog }))

/** The button that adds several tracks to an album at once; only admins have it. */
export const AddTracks = ({ album }: { album: { id: number; title: string } }) => {
  const [isOpen, { open, close }] = useDisclosure()
  const { isAdmin } = useSession()
  if (!isAdmin) return
  return (
    <>
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={open}>
        {texts.addTracks.button}
      </Button>
      {isOpen && (
        <Suspense>
          <AddTracksDialog album={album} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
