import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { formatQuery } from '../../client/search.ts'
import { download } from '../api/download.ts'
import { describeError } from '../describeError.ts'
import { IconDownload } from '../icons/icons.ts'
import type { ResourceName } from '../resources/names.ts'
import { texts } from '../texts/texts.ts'

interface Props {
  resource: ResourceName
  /** The query of the list, which knows what its records were searched by. */
  query: { data: { parameters: object } | undefined }
}

/** Downloads all records of a list, on all of its pages and in its order, as a CSV file. */
export const CsvButton = ({ resource, query: { data } }: Props) => {
  const { mutate, isPending } = useMutation({
    mutationFn: (parameters: object) => {
      const all = { ...parameters, limit: undefined, offset: undefined }
      return download(`/console/api/csv/${resource}?${formatQuery(all)}`, () => {})
    },
    onError: (error) => notifications.show({ color: 'red', message: describeError(error) }),
    // Nothing of the server has changed.
    onSettled: () => {},
  })
  return (
    <Button
      variant="default"
      fw={500}
      leftSection={<IconDownload size={16} />}
      disabled={!data}
      loading={isPending}
      onClick={() => data && mutate(data.parameters)}
    >
      {texts.list.csv}
    </Button>
  )
}
