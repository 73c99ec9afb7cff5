import { Center } from '@mantine/core'
import type { Icon } from '../icons/createIcon.tsx'

/** The picture of a record that has no cover. */
export const RecordPicture = ({ icon: Picture }: { icon: Icon }) => (
  <Center className="record-picture" aria-hidden>
    <Picture size="42%" stroke={1.2} />
  </Center>
)
