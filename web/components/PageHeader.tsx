import { Group, type MantineSpacing, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { texts } from '../texts/texts.ts'

interface Props {
  title: string
  /** What stands beside the title, such as a menu. */
  beside?: ReactNode
  description?: ReactNode
  /** Buttons at the end of the line. */
  actions?: ReactNode
  /** The space below. */
  mb?: MantineSpacing
}

/** A longer title is smaller, so that it takes few lines. */
const sizeOf = ({ length }: string) => (length > 120 ? 'h4' : length > 60 ? 'h2' : 'h1')

/** The heading of a screen, which is the title of the browser's tab, too. */
export const PageHeader = ({ title, beside, description, actions, mb = 'lg' }: Props) => {
  useEffect(() => {
    document.title = title ? `${title} · ${texts.layout.name}` : texts.layout.name
  }, [title])
  return (
    <Group justify="space-between" align="start" mb={mb} gap="sm" className="page-header">
      <div>
        <Group gap="sm">
          <Title order={1} size={sizeOf(title)}>
            {title || '\u00a0'}
          </Title>
          {beside}
        </Group>
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
