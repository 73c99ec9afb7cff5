import { Alert } from '@mantine/core'

/** What went wrong, if anything did and no field says it. */
export const Problem = ({ sentence }: { sentence: string | undefined }) =>
  sentence && (
    <Alert color="red" variant="light" role="alert">
      {sentence}
    </Alert>
  )
