import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '../icons/icons.ts'
import { texts } from '../texts/texts.ts'
import { useCopy } from './useCopy.ts'

/** Copies a text. @param label - the name of the button */
export const CopyIcon = ({ value, label }: { value: string; label: string }) => {
  const { copied, copy } = useCopy(value)
  return (
    <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={copied ? texts.actions.copied : label}>
      {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
    </ActionIcon>
  )
}
