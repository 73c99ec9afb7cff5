import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { hrefOf } from '../serviceUrl.ts'

interface Props {
  title: string
  text?: ReactNode
  /** Leads on: a path of the console, such as `/albums`. */
  link?: { path: string; text: string } | false | undefined
  /** Buttons that lead on. */
  children?: ReactNode
  /** The level of the heading: 1 where the screen has no other one. */
  order?: 1 | 2
  role?: 'alert' | 'status'
}

/** What is shown in the place of something that is not there. */
export const EmptyState = ({ title, text, link, children, order = 2, role }: Props) => (
  <Stack align="center" gap="sm" py={40} px="md" ta="center" role={role}>
    <Picture />
    <Title order={order} size="h3" c="var(--mantine-color-text)">
      {title}
    </Title>
    {text && (
      <Text c="dimmed" size="sm" maw={440} className="break-anywhere">
        {text}
      </Text>
    )}
    <Group justify="center" gap="xs" mt={4}>
      {children}
      {link && (
        <Button component="a" href={hrefOf(link.path)} variant="light">
          {link.text}
        </Button>
      )}
    </Group>
  </Stack>
)

/** A record beside its sleeve. */
const Picture = () => (
  <svg viewBox="0 0 132 84" width={132} height={84} aria-hidden="true" className="empty-picture">
    <circle cx="86" cy="42" r="36" />
    <circle cx="86" cy="42" r="26" />
    <circle cx="86" cy="42" r="12" />
    <rect x="6" y="2" width="80" height="80" rx="6" />
    <path d="M6 56L60 2H80a6 6 0 0 1 6 6L12 82a6 6 0 0 1-6-6z" />
  </svg>
)
