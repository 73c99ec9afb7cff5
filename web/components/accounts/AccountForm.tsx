import { Button, Fieldset, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { useSubmission } from '../formSubmission.ts'
import { Problem } from '../Problem.tsx'

interface Props {
  frame: ReturnType<typeof useSubmission>['frame']
  /** Whether nobody may change the account. */
  disabled: boolean
  /** The name of the button that saves. */
  action: string
  isUnchanged?: boolean
  children: ReactNode
}

/** A form of the own account. */
export const AccountForm = ({ frame, disabled, action, isUnchanged = false, children }: Props) => (
  <form noValidate onSubmit={frame.onSubmit}>
    <Fieldset variant="unstyled" disabled={disabled} m={0}>
      <Stack>
        <Problem sentence={frame.problem} />
        {children}
        <Group justify="end" mt="auto">
          <Button type="submit" loading={frame.isSaving} disabled={isUnchanged}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  </form>
)
