import { Alert, Badge, Button, Group, Paper, Progress, Stack, Table, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { checkLibrary } from '../../api/operations.ts'
import type { Finding } from '../../api/types.ts'
import { describeError } from '../../describeError.ts'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconStethoscope } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'

const appearances = {
  good: { Icon: IconCheck, color: 'teal' },
  note: { Icon: IconInfoCircle, color: 'indigo' },
  wrong: { Icon: IconAlertTriangle, color: 'red' },
} as const satisfies Record<Finding['state'], object>

/** What the command doctor finds. It runs when the user asks for it, since it reads the whole library. */
export const Checks = () => {
  // Nothing that the server has sent is out of date afterwards.
  const { mutate, data, isPending, error } = useMutation({ mutationFn: checkLibrary, onSettled: () => {} })
  const wrong = data?.findings.filter(({ state }) => state === 'wrong').length ?? 0
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="xs">
        <div>
          <Title order={2}>{texts.health.checks}</Title>
          <Text size="sm" c="dimmed">
            {texts.health.checksHelp}
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<IconStethoscope size={16} />}
          loading={isPending}
          onClick={() => mutate()}
        >
          {texts.health.check}
        </Button>
      </Group>
      {isPending && (
        <Stack gap="xs" role="status">
          <Progress value={100} animated size="xs" aria-label={texts.health.checking} />
          <Text size="sm">{texts.health.checking}</Text>
        </Stack>
      )}
      {error && (
        <Alert color="orange" variant="light" icon={<IconAlertTriangle />} role="alert">
          {describeError(error)}
        </Alert>
      )}
      {data && (
        <>
          <Text fw={600} role="status" mb="xs">
            {wrong === 0 ? texts.health.allGood : texts.health.wrong(wrong)}
          </Text>
          <Table verticalSpacing="xs">
            <Table.Tbody>
              {data.findings.map((finding) => (
                <Row key={finding.what} finding={finding} />
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
    </Paper>
  )
}

const Row = ({ finding: { what, state, says } }: { finding: Finding }) => {
  const { Icon, color } = appearances[state]
  return (
    <Table.Tr>
      <Table.Td w={100}>
        <Badge variant="light" color={color} tt="none" leftSection={<Icon size={12} />}>
          {texts.health.states[state]}
        </Badge>
      </Table.Td>
      <Table.Th scope="row" w={110}>
        {texts.health.findings[what] ?? what}
      </Table.Th>
      <Table.Td className="break-anywhere">{texts.errors.ofServer(says)}</Table.Td>
    </Table.Tr>
  )
}
