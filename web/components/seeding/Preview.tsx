import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, InvalidError } from '../../../client/index.ts'
import { previewSeed, problemsOf, type SeedOptions, seed, tableOf } from '../../api/seeding.ts'
import type { SeedReport } from '../../api/types.ts'
import { describeError } from '../../describeError.ts'
import { formatBytes } from '../../format.ts'
import { IconAlertTriangle, IconCircleCheck, IconFileText } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { LoadFailure } from '../LoadFailure.tsx'
import { useShowChange } from '../undo/useShowChange.tsx'
import { ApplyButton } from './ApplyButton.tsx'
import { ChangeTable } from './ChangeTable.tsx'
import { ChangeTotals } from './ChangeTotals.tsx'
import type { ChosenFile } from './chosenFile.ts'
import { FileDrop } from './FileDrop.tsx'
import { FilePlaces } from './FilePlaces.tsx'
import { FileProgress } from './FileProgress.tsx'
import { Mapping } from './Mapping.tsx'
import { Notices } from './Notices.tsx'
import { Options } from './Options.tsx'
import { PeopleChanges } from './PeopleChanges.tsx'
import { isPruneAllowed } from './Prune.tsx'

/** A file that the server has rejected is a result, too, so that it stays on the screen while the next preview is made. */
const previewOrRejection = async (
  file: ChosenFile,
  options: SeedOptions,
  signal: AbortSignal,
): Promise<{ report?: SeedReport; rejection?: unknown }> => {
  try {
    return { report: await previewSeed(file.blob, options, signal) }
  } catch (rejection) {
    // A parameter is wrong in an InvalidError, and not the file.
    if (rejection instanceof ApiError && rejection.status === 400 && !(rejection instanceof InvalidError)) {
      return { rejection }
    }
    throw rejection
  }
}

const isWithoutChanges = ({ changes, omitted }: SeedReport) => changes.length === 0 && omitted.length === 0

const usePreview = (file: ChosenFile, options: SeedOptions) =>
  useQuery({
    queryKey: ['seed preview', file.id, options],
    queryFn: ({ signal }) => previewOrRejection(file, options, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { isPreview: true },
    retry: false,
  })

/** Makes the changes of a preview. */
const useApplication = (file: ChosenFile, options: SeedOptions) => {
  const showChange = useShowChange()
  return useMutation({
    mutationFn: ({ digest }: SeedReport) => seed(file.blob, options, digest),
    onSuccess: (seeded) => {
      // A seed that has changed no record has no entry that could be undone.
      if (!isWithoutChanges(seeded)) showChange({ message: texts.seeding.doneTitle, action: 'seed' })
    },
  })
}

interface Props {
  file: ChosenFile
  options: SeedOptions
  onChoose(file: ChosenFile): void
  onChange(options: Partial<SeedOptions>): void
  onSeed(report: SeedReport): void
  onCancel(): void
}

/** Shows how a file is read and what it would change, and makes these changes. */
export const Preview = ({ file, options, onChoose, onChange, onSeed, onCancel }: Props) => {
  const [kinds, setKinds] = useState<string[]>([])
  const preview = usePreview(file, options)
  const application = useApplication(file, options)
  const { data: { report, rejection } = {}, error, isFetching } = preview
  const change = (changes: Partial<SeedOptions>) => {
    application.reset()
    onChange(changes)
  }
  const isEmpty = report && isWithoutChanges(report)
  const found = problemsOf(rejection)
  const table = report?.converted?.table ?? tableOf(rejection)
  const isMappable = !found && table !== undefined && table.columns.length > 0
  const lacksColumns = rejection !== undefined && isMappable && !table.asks_for_rows
  const isUnreadable = rejection !== undefined && !isMappable
  // They stay open, with what was chosen in them.
  const [hasNeededOptions, setHasNeededOptions] = useState(false)
  if (isUnreadable && table && !hasNeededOptions) setHasNeededOptions(true)
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <FileName file={file} />
        <Group gap="xs">
          <Button variant="default" onClick={onCancel} disabled={application.isPending}>
            {texts.seeding.another}
          </Button>
          {report && (
            <ApplyButton
              report={report}
              isDisabled={isFetching || !isPruneAllowed(report)}
              isPending={application.isPending}
              onApply={() => application.mutate(report, { onSuccess: onSeed })}
            />
          )}
        </Group>
      </Group>
      {table && table.columns.length > 0 && (
        <Mapping
          table={table}
          converted={report?.converted}
          options={options}
          isInitiallyOpen={lacksColumns}
          onChange={change}
        />
      )}
      <div>
        <Options
          key={String(hasNeededOptions)}
          options={options}
          report={report}
          table={table}
          isInitiallyOpen={hasNeededOptions}
          onChange={change}
        />
        <FileProgress isRunning={isFetching || application.isPending} />
      </div>
      {(lacksColumns || isUnreadable) && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle />} role="alert" title={file.name}>
          {lacksColumns ? texts.seeding.chooseColumns : describeError(rejection)}
        </Alert>
      )}
      {isUnreadable && <FileDrop onChoose={onChoose} isCompact />}
      {found && <FilePlaces file={file} places={found.problems} more={found.more} table={table} />}
      {application.error && (
        <Alert color="orange" variant="light" icon={<IconAlertTriangle />} role="alert">
          {describeError(application.error)}
        </Alert>
      )}
      {error && !isFetching && <LoadFailure error={error} onRetry={preview.refetch} />}
      {!report && rejection === undefined && isFetching && (
        <Text role="status" c="dimmed" ta="center" py="xl">
          {texts.seeding.checkingFile(formatBytes(file.blob.size))}
        </Text>
      )}
      {report && <PeopleChanges file={file} report={report} options={options} onChange={change} />}
      {report && <Notices file={file} report={report} onChange={change} />}
      {report && isEmpty && <Unchanged isApart={report.changed_by_people.length + report.kept_before > 0} />}
      {report && !isEmpty && (
        <>
          <ChangeTotals report={report} kinds={kinds} onChange={setKinds} />
          <ChangeTable report={report} kinds={kinds} isFetching={isFetching} />
        </>
      )}
    </Stack>
  )
}

const FileName = ({ file: { name, blob } }: { file: ChosenFile }) => (
  <Group gap="xs" wrap="nowrap">
    <IconFileText size={20} aria-hidden />
    <Text fw={600} className="break-anywhere">
      {name}
    </Text>
    <Text c="dimmed" size="sm" className="no-wrap">
      {formatBytes(blob.size)}
    </Text>
  </Group>
)

/** @param isApart - whether people have changed something, which is kept */
const Unchanged = ({ isApart }: { isApart: boolean }) => (
  <Paper withBorder p="xl">
    <Stack align="center" gap="xs">
      <IconCircleCheck size={40} stroke={1.4} aria-hidden />
      <Text fw={600}>{isApart ? texts.seeding.people.unchangedTitle : texts.seeding.unchangedTitle}</Text>
      <Text c="dimmed" size="sm" ta="center">
        {isApart ? texts.seeding.people.unchangedHelp : texts.seeding.unchangedHelp}
      </Text>
    </Stack>
  </Paper>
)
