import { Alert, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { PasswordForm } from '../components/accounts/PasswordForm.tsx'
import { ProfileForm } from '../components/accounts/ProfileForm.tsx'
import { SessionList } from '../components/accounts/SessionList.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { formatInstant } from '../format.ts'
import { IconLock } from '../icons/icons.ts'
import { useUser } from '../session/useSession.ts'
import { settings } from '../settings.ts'
import { texts } from '../texts/texts.ts'

/** The own account: name, address, password and sessions. */
export const Component = () => {
  const user = useUser()
  // No response says that an account is locked, but those of a demo are.
  const isLocked = settings.demo?.accounts.some(({ email }) => email === user.email) ?? false
  return (
    <>
      <PageHeader
        title={texts.account.title}
        description={`${texts.users.roleOf(user.role.name)} · ${texts.account.created(formatInstant(user.created_at))}`}
      />
      <Stack gap="xl">
        {isLocked && (
          <Alert variant="light" icon={<IconLock />}>
            {texts.account.locked}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          <Section title={texts.account.profile}>
            <ProfileForm user={user} disabled={isLocked} />
          </Section>
          <Section title={texts.account.password}>
            <PasswordForm email={user.email} disabled={isLocked} />
          </Section>
        </SimpleGrid>
        <section aria-labelledby="sessions">
          <Title order={2} id="sessions" mb={4}>
            {texts.account.sessions}
          </Title>
          <Text c="dimmed" size="sm" mb="md">
            {texts.account.sessionsHelp}
          </Text>
          <SessionList disabled={isLocked} />
        </section>
      </Stack>
    </>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper withBorder p="lg" component="section" className="form-card">
    <Title order={2} mb="md">
      {title}
    </Title>
    {children}
  </Paper>
)
