import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../client/index.ts'
import { applyBulk, type BulkResource, previewBulk } from '../../api/bulk.ts'
import { describeError } from '../../describeError.ts'
import { texts } from '../../texts/texts.ts'
import { closeOnEscape } from '../closeOnEscape.ts'
import { useShowChange } from '../undo/useShowChange.tsx'
import { BulkFields } from './BulkFields.tsx'
import { BulkPreview } from './BulkPreview.tsx'
import { bulkMembers, emptyValue, findMissing, type MemberActions, toBulkChanges } from './bulkChanges.ts'

interface Props {
  resource: BulkResource
  ids: number[]
  onClose(): void
  onApplied(): void
}

const keepAll = (resource: BulkResource): MemberActions =>
  Object.fromEntries(bulkMembers[resource].map((member) => [member, { action: 'keep', value: emptyValue(member) }]))

/** Changes the selected records at once: first what to change, then what this would change, and then all or nothing. */
export const BulkDialog = ({ resource, ids, onClose, onApplied }: Props) => {
  const [actions, setActions] = useState(() => keepAll(resource))
  // Nobody is told that a value is missing before it is needed.
  const [isSubmitted, setSubmitted] = useState(false)
  const showChange = useShowChange()
  const missing = findMissing(actions)
  const changes = toBulkChanges(actions)
  const describeCount = (count: number) => texts.list.count(count, texts[resource].one, texts[resource].many)

  const preview = useMutation({
    mutationFn: () => previewBulk(resource, { ids, changes }),
    // Nothing was changed.
    onSettled: () => {},
  })
  const application = useMutation({
    mutationFn: (digest: string) => applyBulk(resource, { ids, changes, digest }),
    onSuccess: ({ changed }) => {
      showChange({ message: texts.bulk.applied(describeCount(changed)), record: resource, action: 'bulk' })
      onApplied()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) preview.mutate()
    },
  })
  const shown = preview.data
  const error = preview.error ?? application.error
  const goBack = () => {
    preview.reset()
    application.reset()
  }

  return (
    <Modal
      opened
      onClose={onClose}
      {...closeOnEscape(onClose)}
      size="xl"
      title={texts.bulk.title(describeCount(ids.length))}
      centered
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (preview.isPending || application.isPending) return
          if (shown) return application.mutate(shown.digest)
          setSubmitted(true)
          if (missing.length === 0) preview.mutate()
        }}
      >
        <Stack gap="lg">
          {error && (
            <Alert color={application.error && shown ? 'orange' : 'red'} variant="light" role="alert">
              {describeError(error)}
            </Alert>
          )}
          {shown && <BulkPreview result={shown} describeCount={describeCount} />}
          {!shown && (
            <>
              <Text size="sm">{texts.bulk.introduction}</Text>
              <BulkFields
                resource={resource}
                actions={actions}
                missing={isSubmitted ? missing : []}
                onChange={setActions}
              />
            </>
          )}
          <Group justify="end">
            {shown && (
              <Button variant="default" onClick={goBack} mr="auto">
                {texts.bulk.back}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {texts.actions.cancel}
            </Button>
            {!shown && (
              <Button
                key="preview"
                type="submit"
                loading={preview.isPending}
                disabled={Object.keys(changes).length === 0}
              >
                {texts.bulk.preview}
              </Button>
            )}
            {shown && (
              <Button
                key="apply"
                type="submit"
                autoFocus
                loading={application.isPending || preview.isPending}
                disabled={shown.changed === 0}
              >
                {texts.bulk.apply(describeCount(shown.changed))}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
