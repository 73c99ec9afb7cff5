import { Anchor, Button, Code, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { matchesField, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { ApiError } from '../../client/index.ts'
import { setUp } from '../api/accounts.ts'
import { EmailField, NameField, PasswordField } from '../components/accounts/accountFields.tsx'
import { Cover } from '../components/Cover.tsx'
import { showFieldErrors, useSubmission } from '../components/formSubmission.ts'
import { Problem } from '../components/Problem.tsx'
import { consolePath } from '../serviceUrl.ts'
import { parseCode, takeCode } from '../session/addressCode.ts'
import { SessionCard } from '../session/SessionCard.tsx'
import { storeToken } from '../session/storedToken.ts'
import { settings } from '../settings.ts'
import { texts } from '../texts/texts.ts'

interface Props {
  /** The code of the address; '' without one. */
  sentCode: string
  onLogIn(): void
}

/** The first page of a new library: whoever has the code of its server becomes the admin. */
export const Component = ({ sentCode, onLogIn }: Props) => {
  const [isDone, setIsDone] = useState(!settings.needs_setup)
  if (!isDone) return <SetupForm sentCode={sentCode} onDone={() => setIsDone(true)} onLogIn={onLogIn} />
  return (
    <SessionCard subtitle={texts.setup.isDone}>
      {/* The page of the server then no longer says that there is no admin. */}
      <Button component="a" href={consolePath} fullWidth>
        {texts.setup.toLogin}
      </Button>
    </SessionCard>
  )
}

/** Characters as the server counts them: Unicode code points. */
const countCharacters = (text: string) => [...text].length

const passwordProblem = (password: string) => {
  if (countCharacters(password) < 8) return texts.setup.passwordTooShort
  return countCharacters(password) > 1_024 ? texts.setup.passwordTooLong : null
}

const SetupForm = ({ sentCode, onDone, onLogIn }: Props & { onDone(): void }) => {
  const form = useForm({
    initialValues: { code: sentCode, name: '', email: '', password: '', password_confirmation: '' },
    validate: {
      name: (name) => (countCharacters(name.trim()) > 255 ? texts.setup.nameTooLong : null),
      password: passwordProblem,
      password_confirmation: matchesField('password', texts.account.passwordsDiffer),
    },
  })
  // A code that was sent is not shown, unless it is wrong.
  const [showsCode, setShowsCode] = useState(sentCode === '')
  const { frame } = useSubmission(form, {
    mutationFn: ({ code, ...account }) => setUp({ ...account, code: parseCode(code) }),
    onSuccess: ({ token }) => {
      storeToken(token)
      // In the place of this page in the history, with the settings that the server has now.
      location.replace(consolePath)
    },
    onError: (failure) => {
      if (failure instanceof ApiError && failure.status === 409) return onDone()
      showFieldErrors(form, failure)
    },
    // There is nothing to read again.
    onSettled: () => {},
  })
  const hasWrongCode = form.errors.code !== undefined
  useEffect(() => {
    if (hasWrongCode) setShowsCode(true)
  }, [hasWrongCode])
  useEffect(() => {
    // The URL is opened in a tab that shows the page already.
    const readCode = () => {
      const code = takeCode()
      if (code === '') return
      form.setFieldValue('code', code)
      setShowsCode(false)
    }
    addEventListener('hashchange', readCode)
    return () => removeEventListener('hashchange', readCode)
  }, [form.setFieldValue])

  return (
    <SessionCard subtitle={texts.setup.subtitle} beside={<Introduction />}>
      <form noValidate onSubmit={frame.onSubmit}>
        <Stack gap="md">
          <Problem sentence={frame.problem} />
          {showsCode && (
            <>
              <CodePlaces />
              <TextInput
                label={texts.setup.code}
                description={texts.setup.codeHelp}
                autoComplete="off"
                spellCheck={false}
                required
                withAsterisk={false}
                {...form.getInputProps('code')}
              />
            </>
          )}
          <NameField data-autofocus {...form.getInputProps('name')} />
          <EmailField {...form.getInputProps('email')} />
          <PasswordField description={texts.setup.passwordRule} {...form.getInputProps('password')} />
          <PasswordField label={texts.session.repeatPassword} {...form.getInputProps('password_confirmation')} />
          <Button type="submit" loading={frame.isSaving} fullWidth>
            {texts.setup.create}
          </Button>
          {settings.has_users && (
            <Anchor component="button" type="button" size="sm" onClick={onLogIn}>
              {texts.setup.haveAccount}
            </Anchor>
          )}
        </Stack>
      </form>
    </SessionCard>
  )
}

/** Albums of the sample catalogue. */
const shownCovers = [
  ['Buena Vista Social Club', 'Buena Vista Social Club'],
  ['Homogenic', 'Björk'],
  ['空中キャンプ', 'フィッシュマンズ'],
] as const

/** Says what this is to somebody who sees it for the first time. */
const Introduction = () => (
  <Stack w="100%" maw={{ base: 400, md: 480 }} gap="lg">
    <Text fz={{ base: 'lg', md: 28 }} fw={650} lh={1.3}>
      {texts.setup.introduction}
    </Text>
    <SimpleGrid cols={3} spacing="sm" aria-hidden>
      {shownCovers.map(([title, artist]) => (
        <Cover key={title} name={title} artist={artist} />
      ))}
    </SimpleGrid>
  </Stack>
)

/** On a line of its own, where it need not be broken. */
const Command = ({ text }: { text: string }) => (
  <Code display="block" w="fit-content" className="break-anywhere">
    {text}
  </Code>
)

/** Where the server has printed the code. */
const CodePlaces = () => (
  <Stack gap="xs">
    <Text size="sm">{texts.setup.noAdmin}</Text>
    <Stack component="ul" gap="xs" m={0} ps={20}>
      <Text component="li" size="sm" c="dimmed">
        {texts.setup.terminal}
      </Text>
      <Text component="li" size="sm" c="dimmed">
        {texts.setup.journal}
        <Command text={texts.setup.journalCommand} />
      </Text>
      <Text component="li" size="sm" c="dimmed">
        {texts.setup.container}
        <Command text={texts.setup.containerCommand} />
      </Text>
    </Stack>
  </Stack>
)
