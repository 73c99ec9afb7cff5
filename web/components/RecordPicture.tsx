import { Center } from '@mantine/core'
import type { Icon } from '../icons/createIcon.tsx'

/** The picture of a record that has no cover. */
export const RecordPicture = ({ icon: Picture, isRound }: { icon: Icon; isRound?: boolean }) => (
  <Center className="record-picture" style={isRound ? { borderRadius: '50%' } : undefined} aria-hidden>
    <Picture size="42%" stroke={1.2} />
  </Center>
)
