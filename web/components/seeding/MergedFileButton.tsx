import { Button, Checkbox, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadMerged, type SeedOptions } from '../../api/seeding.ts'
import { describeError } from '../../describeError.ts'
import { IconDownload } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { Problem } from '../Problem.tsx'
import type { ChosenFile } from './chosenFile.ts'

const words = texts.seeding.people

/** Downloads the chosen file with what people have changed. */
export const MergedFileButton = ({ file, options }: { file: ChosenFile; options: SeedOptions }) => {
  const [withNew, setWithNew] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => downloadMerged(file, options, withNew),
    // Nothing of the server has changed.
    onSettled: () => {},
  })
  return (
    <>
      <Group gap="md">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} />}
          loading={isPending}
          onClick={() => mutate()}
        >
          {words.download}
        </Button>
        <Checkbox
          size="sm"
          label={words.withNew}
          checked={withNew}
          onChange={(event) => setWithNew(event.currentTarget.checked)}
        />
      </Group>
      <Problem sentence={error ? describeError(error) : undefined} />
    </>
  )
}
