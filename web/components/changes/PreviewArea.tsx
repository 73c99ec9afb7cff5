import { ScrollArea, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '../../format.ts'
import { texts } from '../../texts/texts.ts'

interface Props {
  children: ReactNode
  /** The number of records that are not listed. */
  more?: number
}

/** A part of a preview that may be long, in a height in which the buttons of the dialog stay on the screen. */
export const PreviewArea = ({ children, more = 0 }: Props) => (
  <ScrollArea.Autosize
    mah="46vh"
    type="auto"
    offsetScrollbars="present"
    // The arrow keys scroll it.
    viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': texts.changes.preview }}
  >
    {children}
    {more > 0 && (
      <Text size="sm" c="dimmed" mt="xs">
        {texts.changes.more(formatNumber(more))}
      </Text>
    )}
  </ScrollArea.Autosize>
)
