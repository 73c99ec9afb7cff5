import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { texts } from '../texts/texts.ts'

/** Copies a text. @param label - what it is */
export const CopyIcon = ({ value, label }: { value: string; label: string }) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={copy}
        aria-label={copied ? texts.backups.copied : texts.backups.copy(label)}
      >
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
    )}
  </CopyButton>
)
