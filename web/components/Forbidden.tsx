import { Alert } from '@mantine/core'
import { texts } from '../texts/texts.ts'

/** What a drawer or dialog for admins shows to other users. */
export const Forbidden = () => (
  <Alert color="gray" variant="light" title={texts.errors.forbidden}>
    {texts.errors.forbiddenHelp}
  </Alert>
)
