import { Button, Card, Code, Group, SimpleGrid, Skeleton, Text, ThemeIcon, Title } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import { initialOptions } from '../../api/seeding.ts'
import { IconFolderSearch, IconSparkles } from '../../icons/icons.ts'
import { setupPath } from '../../session/addressCode.ts'
import { useSession } from '../../session/useSession.ts'
import { settings } from '../../settings.ts'
import { texts } from '../../texts/texts.ts'
import { CopyIcon } from '../CopyIcon.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { lazyPart } from '../lazyPart.ts'
import type { ChosenFile } from '../seeding/chosenFile.ts'
import { useChoice } from '../seeding/useChoice.ts'

const FileDrop = lazyPart(async () => (await import('../seeding/FileDrop.tsx')).FileDrop)

const scanCommand = 'music-library scan ~/Music > catalogue.json'

/** What an empty library shows: how to fill it. */
export const FirstRun = () => {
  const { isAdmin } = useSession()
  const { firstRun } = texts.overview
  const { setChoice } = useChoice()
  const navigate = useNavigate()
  const preview = (file: ChosenFile) => {
    setChoice({ file, options: initialOptions })
    void navigate('/seeding')
  }
  if (!isAdmin) {
    return (
      <EmptyState title={firstRun.title} text={settings.needs_setup ? firstRun.noAdmin : firstRun.user}>
        {settings.needs_setup && (
          // The page of the setup is loaded: it is none of the screens.
          <Button component="a" href={setupPath} target="_self" variant="light">
            {firstRun.noAdminButton}
          </Button>
        )}
      </EmptyState>
    )
  }
  return (
    <>
      <Title order={2}>{firstRun.title}</Title>
      <Text c="dimmed" mb="lg">
        {firstRun.admin}
      </Text>
      <Suspense fallback={<Skeleton h={344} />}>
        <FileDrop onChoose={preview} />
      </Suspense>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" mt="lg">
        <Choice
          icon={<IconSparkles size={24} stroke={1.6} />}
          title={firstRun.sampleTitle}
          text={firstRun.sample}
          action={
            <Button component={Link} to="/seeding?sample=1" variant="light" fullWidth>
              {firstRun.sampleButton}
            </Button>
          }
        />
        <Choice
          icon={<IconFolderSearch size={24} stroke={1.6} />}
          title={firstRun.scanTitle}
          text={firstRun.scan}
          action={<Command />}
        />
      </SimpleGrid>
    </>
  )
}

const Choice = ({ icon, title, text, action }: { icon: ReactNode; title: string; text: string; action: ReactNode }) => (
  <Card withBorder padding="lg">
    <ThemeIcon variant="light" size={46} radius="md">
      {icon}
    </ThemeIcon>
    <Title order={3} size="h4" mt="md">
      {title}
    </Title>
    <Text size="sm" c="dimmed" mt={4} mb="lg" flex={1}>
      {text}
    </Text>
    {action}
  </Card>
)

const Command = () => (
  <Group gap="xs" wrap="nowrap">
    <Code flex={1} p="sm" className="break-anywhere">
      {scanCommand}
    </Code>
    <CopyIcon value={scanCommand} label={texts.overview.firstRun.copy} />
  </Group>
)
