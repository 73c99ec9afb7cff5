import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { download } from '../../api/download.ts'
import { IconFileImport } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { useReadOnlyMutation } from '../useReadOnlyMutation.ts'
import { type ChosenFile, isWorkbook, readChosenFile } from './chosenFile.ts'

/** The maximum size of a file that the server accepts, in bytes. */
const maxSize = 67_108_864

/** Takes a file to seed. */
export const FileDrop = ({
  onChoose,
  isCompact = false,
}: {
  onChoose(file: ChosenFile): void
  isCompact?: boolean
}) => {
  // The browser reads the file, so nothing that the server has sent is out of date afterwards.
  const { mutate, error, isPending } = useMutation({
    mutationFn: async ([file]: File[]) => {
      if (!file || file.size > maxSize) throw new Error(texts.seeding.tooLarge)
      const chosen = await readChosenFile(file).catch(() => {
        throw new Error(texts.seeding.unreadable)
      })
      if (await isWorkbook(chosen)) throw new Error(texts.seeding.workbook)
      return chosen
    },
    onSuccess: onChoose,
    onSettled: () => {},
  })
  return (
    <Stack>
      {error && (
        <Alert color="red" variant="light" role="alert">
          {error.message}
        </Alert>
      )}
      <Dropzone
        onDrop={mutate}
        multiple={false}
        loading={isPending}
        // The button is for the keyboard.
        activateOnKeyboard={false}
        tabIndex={-1}
        p={isCompact ? 'md' : 'xl'}
      >
        {isCompact ? (
          <Group justify="center" gap="lg">
            <Text fw={600} size="sm">
              {texts.seeding.dropCorrected}
            </Text>
            <Button variant="default">{texts.seeding.choose}</Button>
          </Group>
        ) : (
          <Stack align="center" justify="center" gap="sm" mih={280}>
            <IconFileImport size={48} stroke={1.2} aria-hidden />
            <Text fw={600} size="lg" ta="center">
              {texts.seeding.drop}
            </Text>
            <Text c="dimmed" size="sm" ta="center">
              {texts.seeding.dropHelp}
            </Text>
            <Button mt="xs">{texts.seeding.choose}</Button>
          </Stack>
        )}
      </Dropzone>
    </Stack>
  )
}

/** What somebody without a file can do. */
export const NoFile = () => {
  const example = useReadOnlyMutation({ mutationFn: () => download('/console/api/example-table') })
  return (
    <Text c="dimmed" size="sm" mt="md">
      {texts.seeding.noFile}{' '}
      <Anchor component={Link} to="?sample=1" size="sm" underline="always">
        {texts.seeding.trySample}
      </Anchor>{' '}
      {texts.seeding.or}{' '}
      <Anchor component="button" type="button" size="sm" underline="always" onClick={() => example.mutate()}>
        {texts.seeding.example}
      </Anchor>
    </Text>
  )
}
