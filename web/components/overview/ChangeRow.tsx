import { Group, Text, ThemeIcon } from '@mantine/core'
import type { IconDisc } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Age } from '../Age.tsx'

interface Props {
  Icon: typeof IconDisc
  what: ReactNode
  who?: ReactNode
  /** A timestamp. */
  when: string
}

/** One line of what changed of late. */
export const ChangeRow = ({ Icon, what, who, when }: Props) => (
  <Group component="li" gap="md" wrap="nowrap" py="sm" className="change-row">
    <ThemeIcon variant="light" color="gray" size={34} radius="xl">
      <Icon size={18} stroke={1.6} />
    </ThemeIcon>
    <div className="change-text">
      <Text size="sm">{what}</Text>
      {who && (
        <Text size="xs" c="dimmed">
          {who}
        </Text>
      )}
    </div>
    <Text size="xs" c="dimmed" className="no-wrap">
      <Age at={when} />
    </Text>
  </Group>
)
