import { useMutation } from '@tanstack/react-query'
import { queryClient } from '../../api/queryClient.ts'
import type { NamedRecord } from '../../api/types.ts'
import { texts } from '../../texts/texts.ts'
import type { PickedResource } from '../pickers/choice.ts'
import { useNamesakes } from './useNamesakes.tsx'

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

/** Creates a record. It asks before a second one of the same name: `question` has to be rendered. */
export const useCreation = <Input, Created>(parameters: Parameters<Input, Created>) => {
  const { resource, nameOf, create, onCreated, onError, describeUse, onUse } = parameters
  const { askIfTaken, question } = useNamesakes({
    resource,
    anotherLabel: texts.merge.createAnother,
    describeUse: ({ name }) => describeUse(name),
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (input: Input) => {
      const isAsked = await askIfTaken({ name: nameOf(input) }, { onUse, proceed: () => mutate(input) })
      return isAsked ? undefined : { created: await create(input) }
    },
    onSuccess: (result) => result && onCreated(result.created),
    onError: (failure) => onError?.(failure),
    // The next record can be created while lists are read again.
    onSettled: () => void queryClient.invalidateQueries(),
  })
  return { create: (input: Input) => mutate(input), isPending, error, question }
}
