import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { download } from '../../api/download.ts'
import { formatBytes } from '../../format.ts'
import { IconDownload } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { useReadOnlyMutation } from '../useReadOnlyMutation.ts'

/** Downloads the catalogue file of the library. */
export const ExportButton = () => {
  const [bytes, setBytes] = useState(0)
  const { mutate, isPending } = useReadOnlyMutation({
    mutationFn: () => {
      setBytes(0)
      return download('/console/api/export', { onProgress: setBytes })
    },
    onSuccess: (size) => notifications.show({ message: texts.seeding.exported(formatBytes(size)) }),
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
