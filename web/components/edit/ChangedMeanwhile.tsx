import { Alert, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readAudit } from '../../api/audit.ts'
import { onChanges } from '../../api/followChanges.ts'
import type { ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'

interface Props {
  resource: ResourceName
  id: number
  /** Reads the record again, and keeps what the user has entered. */
  onLoad(): Promise<unknown>
}

/** Says that somebody else has changed the record of a form while it was open. */
export const ChangedMeanwhile = ({ resource, id, onLoad }: Props) => {
  const [type, setType] = useState<'updated' | 'deleted'>()
  const record = `${resource}/${id}`
  useEffect(
    () =>
      onChanges((changes) => {
        const change = changes.findLast((change) => change.resource === resource && change.id === id)
        if (change) setType(change.type === 'deleted' ? 'deleted' : 'updated')
      }),
    [resource, id],
  )
  const { data: author, isPending } = useQuery({
    queryKey: ['author', record],
    queryFn: async ({ signal }) => (await readAudit({ record, limit: 1 }, signal)).entries[0]?.email ?? null,
    enabled: type === 'updated',
    gcTime: 0,
  })
  if (!type || (type === 'updated' && isPending)) return
  return (
    <Alert color="gray" variant="light" role="status">
      <Group justify="space-between" gap="xs">
        {type === 'deleted' ? texts.editing.gone : texts.editing.changedMeanwhile(author)}
        {type === 'updated' && (
          <Button size="compact-sm" variant="default" onClick={() => onLoad().then(() => setType(undefined))}>
            {texts.editing.loadChanges}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
