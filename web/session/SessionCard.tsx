import { Flex, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Logo } from '../components/Logo.tsx'
import { texts } from '../texts/texts.ts'

interface Props {
  /** Says what the card is for. */
  subtitle: string
  /** What stands beside the card, and above it in a narrow window. */
  beside?: ReactNode
  children: ReactNode
}

/** The card in the middle of a page that has no session. */
export const SessionCard = ({ subtitle, beside, children }: Props) => (
  <Flex
    component="main"
    direction={{ base: 'column', md: 'row' }}
    align="center"
    justify="center"
    gap="xl"
    mih="100vh"
    p="md"
  >
    {beside}
    <Paper w="100%" maw={400} p="xl" shadow="md" withBorder>
      <Stack gap={4} align="center" mb="md">
        <Logo size={44} />
        <Title order={1} size="h2">
          {texts.layout.name}
        </Title>
        <Text c="dimmed" size="sm" ta="center">
          {subtitle}
        </Text>
      </Stack>
      {children}
    </Paper>
  </Flex>
)
