import { Alert, Button, Group, List, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ApiError } from '../../../client/index.ts'
import { client } from '../../api/client.ts'
import { readReferences } from '../../api/references.ts'
import { readEtag } from '../../api/versions.ts'
import { describeError } from '../../describeError.ts'
import { nameOf, type ResourceName } from '../../resources/names.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { Forbidden } from '../Forbidden.tsx'
import { useShowChange } from '../undo/useShowChange.tsx'
import { isOtherVersion } from './saveUnlessChanged.ts'
import { useLeave } from './useLeave.ts'
import { useLeaveDeleted } from './useLeaveDeleted.ts'
import { useReturnFocus } from './useReturnFocus.ts'

/** The parameter of a list that finds the records which refer to a record of a resource. */
const filters: Partial<Record<ResourceName, string>> = {
  albums: 'album_id',
  artists: 'artist_id',
  genres: 'genre_id',
  labels: 'label_id',
}

/** Reads what is shown of a record before it is deleted. The tag comes first: a later change makes it that of an older version. */
const readDeletion = async (resource: ResourceName, id: number, signal: AbortSignal) => {
  const etag = await readEtag(resource, id, signal)
  const [{ records }, references] = await Promise.all([
    client.search[resource]({ ids: [id] }, { signal }),
    readReferences(resource, id, signal),
  ])
  return { etag, name: records[0] ? nameOf(records[0]) : '', references }
}

/** The dialog that deletes a record. It says first what refers to the record. */
export const DeleteRecord = ({ resource }: { resource: ResourceName }) => {
  const id = Number(useParams().id)
  const { isAdmin } = useSession()
  const leave = useLeave()
  const leaveDeleted = useLeaveDeleted()
  const showChange = useShowChange()
  useReturnFocus()
  const { one } = texts[resource]
  const {
    data: shown,
    error: readError,
    refetch,
  } = useQuery({
    queryKey: ['deletion', resource, id],
    queryFn: ({ signal }) => readDeletion(resource, id, signal),
    enabled: isAdmin,
    gcTime: 0,
    // What the dialog shows changes only when it says so.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { name, references } = shown ?? {}
  const { mutate, isPending, error } = useMutation({
    mutationFn: (ifMatch: string) => client[resource].delete(id, { ifMatch }),
    onSuccess: async () => {
      showChange({ message: texts.editing.deleted(one, name ?? ''), record: `${resource}/${id}`, action: 'delete' })
      await leaveDeleted(`/${resource}`)
    },
    onError: (failure) => {
      if (isOtherVersion(failure)) refetch()
    },
    onSettled: () => {},
  })
  const isGone = readError instanceof ApiError && readError.status === 404
  const problem = isGone ? texts.editing.gone : describeProblem(error ?? readError)
  return (
    <Modal opened onClose={leave} title={texts.editing.deleteTitle(one)} centered>
      {!isAdmin && <Forbidden />}
      {isAdmin && (
        <Stack>
          {problem && (
            <Alert color="red" variant="light" role="alert">
              {problem}
            </Alert>
          )}
          <Skeleton visible={name === undefined && !problem}>
            <Text fw={600} mih={24}>
              {name}
            </Text>
          </Skeleton>
          <Skeleton visible={references === undefined && !problem} mih={72}>
            {references && <References resource={resource} id={id} references={references} />}
          </Skeleton>
          <Text size="sm" c="dimmed">
            {texts.editing.deletionUndo}
          </Text>
          <Group justify="end">
            <Button variant="default" onClick={leave} data-autofocus>
              {texts.actions.cancel}
            </Button>
            <Button
              color="red"
              loading={isPending}
              disabled={!shown}
              onClick={() => shown && mutate(shown.etag)}
              maw="100%"
            >
              {texts.editing.deleteNamed(name ?? one)}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

const describeProblem = (error: unknown) => (error ? describeError(error) : undefined)

interface ReferencesProps {
  resource: ResourceName
  id: number
  references: Record<string, number>
}

const References = ({ resource, id, references }: ReferencesProps) => {
  const counts = Object.entries(references).filter(([, count]) => count > 0)
  if (counts.length === 0) return <Text size="sm">{texts.editing.nothingRefers}</Text>
  return (
    <Stack gap="xs">
      <Text size="sm">{texts.editing.refers}</Text>
      <List size="sm" withPadding>
        {counts.map(([kind, count]) => (
          <List.Item key={kind}>
            <Reference resource={resource} id={id} kind={kind} count={count} />
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}

const Reference = ({
  resource,
  id,
  kind,
  count,
}: Omit<ReferencesProps, 'references'> & { kind: string; count: number }) => {
  const text = texts.editing.describeReference(resource, kind, count)
  const filter = filters[resource]
  if (filter === undefined) return text
  return (
    <Link to={`/${kind}?${filter}=${id}`} className="reference-link">
      {text}
    </Link>
  )
}
