import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { formatQuery } from '../../client/search.ts'
import { download } from '../api/download.ts'
import { describeError } from '../describeError.ts'
import type { ResourceName } from '../resources/names.ts'

/** Returns the function that downloads all records of a list, on all of its pages and in its order, as a CSV file. */
export const useCsvDownload = (resource: ResourceName) =>
  useMutation({
    mutationFn: (parameters: object) => {
      const all = { ...parameters, limit: undefined, offset: undefined }
      return download(`/console/api/csv/${resource}?${formatQuery(all)}`, () => {})
    },
    onError: (error) => notifications.show({ color: 'red', message: describeError(error) }),
    // Nothing of the server has changed.
    onSettled: () => {},
  }).mutate
