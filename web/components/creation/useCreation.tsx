import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { readNamesakes } from '../../api/merge.ts'
import { queryClient } from '../../api/queryClient.ts'
import type { NamedRecord } from '../../api/types.ts'
import { texts } from '../../texts/texts.ts'
import type { PickedResource } from '../pickers/choice.ts'

interface Parameters<Input, Created> {
  resource: PickedResource | 'tracks'
  /** Returns the name of the record that is to be created. */
  nameOf(input: Input): string
  create(input: Input): Promise<Created>
  onCreated(created: Created): void
  onError?(error: unknown): void
  /** Returns what can be done with a record that has the name already. */
  describeUse(name: string): string
  onUse(namesake: NamedRecord): void
}

/** The resources whose names identify their records. Albums and tracks may share their titles. */
const namedOnce = ['labels', 'genres', 'artists'] as const

const isNamedOnce = (resource: string): resource is (typeof namedOnce)[number] =>
  namedOnce.some((name) => name === resource)

/** Creates a record. It asks before a second one of the same name: `question` has to be rendered. */
export const useCreation = <Input, Created>(parameters: Parameters<Input, Created>) => {
  const { resource, nameOf, create, onCreated, onError, describeUse, onUse } = parameters
  const [asked, setAsked] = useState<{ input: Input; namesake: NamedRecord }>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ input, isSure }: { input: Input; isSure: boolean }) => {
      const [namesake] = !isSure && isNamedOnce(resource) ? await readNamesakes(resource, nameOf(input)) : []
      setAsked(namesake && { input, namesake })
      return namesake ? undefined : { created: await create(input) }
    },
    onSuccess: (result) => result && onCreated(result.created),
    onError: (failure) => onError?.(failure),
    // The next record can be created while lists are read again.
    onSettled: () => void queryClient.invalidateQueries(),
  })
  return {
    create: (input: Input) => mutate({ input, isSure: false }),
    isPending,
    error,
    question: asked && (
      <Modal opened onClose={() => setAsked(undefined)} title={texts.merge.exists(asked.namesake.name)} centered>
        <Stack>
          <Text size="sm">{texts.merge.existsHelp(texts[resource].one)}</Text>
          <Group justify="end">
            <Button variant="default" onClick={() => mutate({ input: asked.input, isSure: true })}>
              {texts.merge.createAnother}
            </Button>
            <Button
              data-autofocus
              onClick={() => {
                setAsked(undefined)
                onUse(asked.namesake)
              }}
            >
              {describeUse(asked.namesake.name)}
            </Button>
          </Group>
        </Stack>
      </Modal>
    ),
  }
}
