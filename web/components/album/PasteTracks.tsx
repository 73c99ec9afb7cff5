import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense } from 'react'
import { IconPlus } from '../../icons/icons.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { lazyPart } from '../lazyPart.ts'

const PasteTracksDialog = lazyPart(async () => (await import('./PasteTracksDialog.tsx')).PasteTracksDialog)

/** The button that adds several tracks to an album at once; only admins have it. */
export const PasteTracks = ({ album }: { album: { id: number; title: string } }) => {
  const [isOpen, { open, close }] = useDisclosure()
  const { isAdmin } = useSession()
  if (!isAdmin) return
  return (
    <>
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={open}>
        {texts.pasteTracks.button}
      </Button>
      {isOpen && (
        <Suspense>
          <PasteTracksDialog album={album} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
