import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBeforeUnload, useSearchParams } from 'react-router'
import { initialOptions, readSample } from '../api/seeding.ts'
import type { SeedReport } from '../api/types.ts'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import type { ChosenFile } from '../components/seeding/chosenFile.ts'
import { ExportButton } from '../components/seeding/ExportButton.tsx'
import { FileDrop, NoFile } from '../components/seeding/FileDrop.tsx'
import { Preview } from '../components/seeding/Preview.tsx'
import { SeedResult } from '../components/seeding/SeedResult.tsx'
import { useChoice } from '../components/seeding/useChoice.ts'
import { texts } from '../texts/texts.ts'

/** Seeds a catalogue file: the user chooses it, looks at its changes, and makes them. */
export const Component = () => {
  const { choice: kept, setChoice } = useChoice()
  const [report, setReport] = useState<SeedReport>()
  const [parameters, setParameters] = useSearchParams()
  const isSample = parameters.get('sample') === '1'
  const sample = useQuery({
    queryKey: ['sample'],
    queryFn: async ({ signal }) => ({ id: 'sample', name: texts.seeding.sample, blob: await readSample(signal) }),
    enabled: isSample,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useBeforeUnload((event) => {
    if (kept) event.preventDefault()
  })
  const isKept = kept !== undefined && (kept.file.id === 'sample') === isSample
  const choice = isKept ? kept : isSample && sample.data && { file: sample.data, options: initialOptions }
  // A corrected file is read as the one before it.
  const choose = (file: ChosenFile) => {
    setParameters({})
    setChoice({ file, options: choice && choice.file.name === file.name ? choice.options : initialOptions })
  }
  const finish = (seeded?: SeedReport) => {
    setChoice(undefined)
    setReport(seeded)
  }
  const restart = () => {
    setParameters({})
    finish()
  }
  return (
    <>
      <PageHeader title={texts.seeding.title} description={texts.seeding.description} actions={<ExportButton />} />
      {report && <SeedResult report={report} onRestart={restart} />}
      {!report && choice && (
        <Preview
          key={choice.file.id}
          {...choice}
          onChoose={choose}
          onChange={(changes) => setChoice({ ...choice, options: { ...choice.options, ...changes } })}
          onSeed={finish}
          onCancel={restart}
        />
      )}
      {!report && !choice && sample.isLoading && <Skeleton height={240} />}
      {!report && !choice && sample.error && <LoadFailure error={sample.error} onRetry={sample.refetch} />}
      {!report && !choice && !sample.isLoading && (
        <>
          <FileDrop onChoose={choose} />
          <NoFile />
        </>
      )}
    </>
  )
}
