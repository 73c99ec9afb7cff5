import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { readSample } from '../api/seeding.ts'
import type { SeedReport } from '../api/types.ts'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import type { ChosenFile } from '../components/seeding/chosenFile.ts'
import { ExportButton } from '../components/seeding/ExportButton.tsx'
import { FileDrop } from '../components/seeding/FileDrop.tsx'
import { Preview } from '../components/seeding/Preview.tsx'
import { SeedResult } from '../components/seeding/SeedResult.tsx'
import { texts } from '../texts/texts.ts'

/** Seeds a catalogue file: the user chooses it, looks at its changes, and makes them. */
export const Component = () => {
  const [chosen, setChosen] = useState<ChosenFile>()
  const [report, setReport] = useState<SeedReport>()
  const [parameters, setParameters] = useSearchParams()
  const sample = useQuery({
    queryKey: ['sample'],
    queryFn: async ({ signal }) => ({ id: 'sample', name: texts.seeding.sample, blob: await readSample(signal) }),
    enabled: parameters.get('sample') === '1',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const file = chosen ?? (parameters.get('sample') === '1' ? sample.data : undefined)
  const restart = () => {
    setChosen(undefined)
    setReport(undefined)
    setParameters({})
  }
  return (
    <>
      <PageHeader title={texts.seeding.title} description={texts.seeding.description} actions={<ExportButton />} />
      {report && <SeedResult report={report} onRestart={restart} />}
      {!report && file && (
        <Preview key={file.id} file={file} onChoose={setChosen} onSeed={setReport} onCancel={restart} />
      )}
      {!file && sample.isLoading && <Skeleton height={240} />}
      {!file && sample.error && <LoadFailure error={sample.error} onRetry={sample.refetch} />}
      {!file && !sample.isLoading && <FileDrop onChoose={setChosen} />}
    </>
  )
}
