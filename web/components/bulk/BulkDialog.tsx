import { Text } from '@mantine/core'
import { useState } from 'react'
import { type BulkResource, changeRecords } from '../../api/bulk.ts'
import type { NamedRecord } from '../../api/types.ts'
import { countRecords } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { ChangeList } from '../changes/ChangeList.tsx'
import { ChangesDialog } from '../changes/ChangesDialog.tsx'
import { useRename } from '../merge/useRename.tsx'
import { useShowChange } from '../undo/useShowChange.tsx'
import { BulkFields } from './BulkFields.tsx'
import { bulkMembers, emptyValue, findMissing, type MemberActions, toBulkChanges } from './bulkChanges.ts'

interface Props {
  resource: BulkResource
  ids: number[]
  onClose(): void
  onApplied(): void
  onMerged(gone: { id: number }[]): void
}

const keepAll = (resource: BulkResource): MemberActions =>
  Object.fromEntries(
    bulkMembers[resource].map((member) => [member, { action: 'keep', value: emptyValue(member, 'keep') }]),
  )

/** Changes the selected records at once. */
export const BulkDialog = ({ resource, ids, onClose, onApplied, onMerged }: Props) => {
  const rename = useRename(resource, ({ merged }) => onMerged(merged))
  const [actions, setActions] = useState(() => keepAll(resource))
  // Nobody is told that a value is missing before it is needed.
  const [isSubmitted, setSubmitted] = useState(false)
  const showChange = useShowChange()
  const missing = findMissing(actions)
  const changes = toBulkChanges(actions)
  return (
    <ChangesDialog
      title={texts.bulk.title(countRecords(ids.length, resource))}
      size="xl"
      onClose={onClose}
      isInSteps
      // Without those that were merged, the preview is another one.
      choice={ids.length}
      fields={
        <>
          <Text size="sm">{texts.bulk.introduction}</Text>
          <BulkFields
            resource={resource}
            actions={actions}
            missing={isSubmitted ? missing : []}
            onChange={setActions}
          />
        </>
      }
      canPreview={Object.keys(changes).length > 0}
      validate={() => {
        setSubmitted(true)
        return missing.length === 0
      }}
      send={(request, signal) => changeRecords(resource, { ids, changes, ...request }, signal)}
      ask={({ changes }, apply) => {
        const { namesake, ...renamed } = changes.find((change) => change.namesake) ?? {}
        if (namesake) rename.ask(renamed as NamedRecord, namesake, apply)
        return namesake !== undefined
      }}
      onApplied={({ changed }) => {
        showChange({ message: texts.bulk.applied(countRecords(changed, resource)), record: resource, action: 'bulk' })
        onApplied()
      }}
      isBlocked={({ changed }) => changed === 0}
      describeAction={(preview) => texts.bulk.apply(countRecords(preview?.changed ?? ids.length, resource))}
    >
      {({ changed, unchanged, changes, more }) => (
        <>
          <ChangeList
            summary={texts.bulk.summary(countRecords(changed, resource), unchanged)}
            changes={changes.map(({ id, namesake, ...change }) => ({
              ...change,
              record: `${resource}/${id}`,
              action: 'update',
            }))}
            more={more}
          />
          {rename.questions}
        </>
      )}
    </ChangesDialog>
  )
}
