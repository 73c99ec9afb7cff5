import { Button } from '@mantine/core'
import { IconCircleCheck } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import type { Selection } from './useSelection.ts'

/** Shows and hides the boxes that select records, which a telephone has no room for. */
export const SelectButton = ({
  selection,
  hasWords = false,
}: {
  selection: Pick<Selection<never>, 'isStarted' | 'toggle'> | undefined
  /** Whether there is room for its words. */
  hasWords?: boolean
}) =>
  selection && (
    <Button
      hiddenFrom="sm"
      variant={selection.isStarted ? 'light' : 'default'}
      className={hasWords ? undefined : 'phone-icon'}
      leftSection={!hasWords && <IconCircleCheck size={16} />}
      aria-pressed={selection.isStarted}
      onClick={selection.toggle}
    >
      {texts.list.startSelection}
    </Button>
  )
