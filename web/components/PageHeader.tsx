import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { texts } from '../texts/texts.ts'

interface Props {
  title: string
  description?: ReactNode
  /** Buttons at the end of the line. */
  actions?: ReactNode
}

/** The heading of a screen, which is the title of the browser's tab, too. */
export const PageHeader = ({ title, description, actions }: Props) => {
  useEffect(() => {
    document.title = `${title} · ${texts.layout.name}`
  }, [title])
  return (
    <Group justify="space-between" align="end" mb="lg" gap="sm">
      <div>
        <Title order={1}>{title}</Title>
        {description && (
          <Text c="dimmed" size="sm" mih={22}>
            {description}
          </Text>
        )}
      </div>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  )
}
