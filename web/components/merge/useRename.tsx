import { useState } from 'react'
import { isMergeResource, type MergeResource } from '../../api/merge.ts'
import type { MergeResult, NamedRecord } from '../../api/types.ts'
import { countRecords, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { useNamesakes } from '../creation/useNamesakes.tsx'
import { useSummaries } from '../useSummaries.ts'
import { MergeDialog } from './MergeDialog.tsx'

/** Asks before a record gets the name of another one, into which it can be merged: `questions` has to be rendered outside of forms. */
export const useRename = (resource: ResourceName, onMerged: (result: MergeResult) => unknown) => {
  const [pair, setPair] = useState<[renamed: NamedRecord, namesake: NamedRecord]>()
  const { ask, askIfTaken, question } = useNamesakes({
    resource,
    anotherLabel: texts.merge.renameAnyway,
    describeUse: (namesake) => isMergeResource(resource) && <MergeInto resource={resource} record={namesake} />,
  })
  const merge = (record: NamedRecord) => (namesake: NamedRecord) => setPair([record, namesake])
  return {
    ask: (record: NamedRecord, namesake: NamedRecord, proceed: () => void) =>
      ask({ namesake, onUse: merge(record), proceed }),
    /** @param record - with the name that it has so far */
    askIfTaken: async (record: NamedRecord, name: unknown, proceed: () => void) =>
      isMergeResource(resource) &&
      typeof name === 'string' &&
      askIfTaken({ id: record.id, name }, { onUse: merge(record), proceed }),
    questions: (
      <>
        {question}
        {pair && isMergeResource(resource) && (
          <MergeDialog
            resource={resource}
            records={pair}
            into={pair[1].id}
            onClose={() => setPair(undefined)}
            onApplied={onMerged}
          />
        )}
      </>
    ),
  }
}

/** The name of the button that merges into a record. It says how many tracks the record has, or albums if it is a label. */
const MergeInto = ({ resource, record }: { resource: MergeResource; record: NamedRecord }) => {
  const summary: { tracks?: number; albums?: number } | undefined = useSummaries(resource, [record])?.get(record.id)
  if (!summary) return texts.merge.apply(record.name)
  const { tracks, albums = 0 } = summary
  return texts.merge.into(record.name, countRecords(tracks ?? albums, tracks === undefined ? 'albums' : 'tracks'))
}
