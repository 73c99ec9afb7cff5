import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { formatQuery } from '../../client/search.ts'
import { download } from '../api/download.ts'
import { formatNumber } from '../format.ts'
import type { ResourceName } from '../resources/names.ts'
import { texts } from '../texts/texts.ts'
import { useReadOnlyMutation } from './useReadOnlyMutation.ts'

const lineFeed = 10
const quote = 34

/** Says how many records have come, with the button that ends the download. */
const showProgress = (id: string, done: number, total: number, onCancel: () => void) => ({
  id,
  loading: true,
  autoClose: false as const,
  withCloseButton: false,
  message: (
    <Group justify="space-between">
      <Text size="sm">{texts.list.progress(formatNumber(Math.min(done, total)), formatNumber(total))}</Text>
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        {texts.actions.cancel}
      </Button>
    </Group>
  ),
})

/** Returns the function that downloads all records of a list, on all of its pages and in its order, as a CSV file. */
export const useCsvDownload = (resource: ResourceName) =>
  useReadOnlyMutation({
    mutationFn: async ({ total, parameters }: { total: number; parameters: object }) => {
      const all = { ...parameters, limit: undefined, offset: undefined }
      const controller = new AbortController()
      const id = notifications.show(showProgress('csv', 0, total, () => controller.abort()))
      // The first line is the header.
      let lines = -1
      let isQuoted = false
      try {
        await download(`/console/api/csv/${resource}?${formatQuery(all)}`, {
          signal: controller.signal,
          onProgress: (_, chunk) => {
            for (const byte of chunk) {
              if (byte === quote) isQuoted = !isQuoted
              else if (byte === lineFeed && !isQuoted) lines++
            }
            notifications.update(showProgress(id, Math.max(lines, 0), total, () => controller.abort()))
          },
        })
      } catch (error) {
        if (!controller.signal.aborted) throw error
      } finally {
        notifications.hide(id)
      }
    },
  }).mutate
