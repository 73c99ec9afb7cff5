import { Group, Text, ThemeIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Icon } from '../../icons/createIcon.tsx'
import { Age } from '../Age.tsx'

interface Props {
  Icon: Icon
  title: ReactNode
  description?: ReactNode
  /** A timestamp. */
  at: string
}

/** One line of what changed of late. */
export const ChangeRow = ({ Icon, title, description, at }: Props) => (
  <Group component="li" gap="md" wrap="nowrap" py="sm" className="change-row">
    <ThemeIcon variant="light" color="gray" size={34} radius="xl">
      <Icon size={18} stroke={1.6} />
    </ThemeIcon>
    <div className="change-text">
      <Text size="sm">{title}</Text>
      {description && (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
    </div>
    <Text size="xs" c="dimmed" className="no-wrap">
      <Age at={at} />
    </Text>
  </Group>
)
