import { Button } from '@mantine/core'
import { IconHeart, IconHeartFilled } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import type { ListState } from '../useListState.ts'

/** Shows only tracks that the user likes. */
export const LikedFilter = ({ list }: { list: ListState }) => {
  const isOn = list.get('liked') === 'true'
  return (
    <Button
      variant={isOn ? 'light' : 'default'}
      leftSection={isOn ? <IconHeartFilled size={16} /> : <IconHeart size={16} />}
      fw={500}
      aria-pressed={isOn}
      onClick={() => list.set({ liked: isOn ? undefined : 'true' })}
    >
      {texts.tracks.liked}
    </Button>
  )
}
