import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '../../api/download.ts'
import { describeError } from '../../describeError.ts'
import { formatBytes } from '../../format.ts'
import { IconDownload } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'

/** Downloads the catalogue file of the library. */
export const ExportButton = () => {
  const [bytes, setBytes] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      setBytes(0)
      return download('/console/api/export', { onProgress: setBytes })
    },
    onSuccess: (size) => notifications.show({ message: texts.seeding.exported(formatBytes(size)) }),
    onError: (error) => notifications.show({ color: 'red', message: describeError(error) }),
    // Nothing of the server has changed.
    onSettled: () => {},
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      onClick={() => mutate()}
      disabled={isPending}
      aria-busy={isPending}
      miw={170}
    >
      {isPending ? texts.seeding.exporting(formatBytes(bytes)) : texts.seeding.export}
    </Button>
  )
}
