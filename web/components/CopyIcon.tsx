import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '../icons/icons.ts'
import { texts } from '../texts/texts.ts'

/** Copies a text. @param label - the name of the button */
export const CopyIcon = ({ value, label }: { value: string; label: string }) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={copied ? texts.actions.copied : label}>
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
    )}
  </CopyButton>
)
