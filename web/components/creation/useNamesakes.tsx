import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { readNamesakes } from '../../api/merge.ts'
import type { NamedRecord } from '../../api/types.ts'
import { texts } from '../../texts/texts.ts'
import type { PickedResource } from '../pickers/choice.ts'

interface Parameters {
  resource: PickedResource | 'tracks'
  /** The name of the button that gives the name to another record. */
  anotherLabel: string
  /** Returns what can be done with a record that has the name already. */
  describeUse(namesake: NamedRecord): ReactNode
}

interface Question {
  namesake: NamedRecord
  onUse(namesake: NamedRecord): void
  /** Gives the name to another record nonetheless. */
  proceed(): void
}

/** Asks before another record gets a name: `question` has to be rendered outside of forms. */
export const useNamesakes = ({ resource, anotherLabel, describeUse }: Parameters) => {
  const [asked, setAsked] = useState<Question>()
  const wanted = useRef<string>(undefined)
  const close = () => setAsked(undefined)
  /** Asks if a record has a name, and returns whether it has asked. `proceed` calls this again, which does not ask then. */
  const askIfTaken = async (named: { id?: number; name: string }, { onUse, proceed }: Omit<Question, 'namesake'>) => {
    const isWanted = wanted.current === named.name
    wanted.current = undefined
    // The form says that a name is missing.
    if (isWanted || named.name.trim() === '' || resource === 'users') return false
    const [namesake] = await readNamesakes(resource, named)
    const want = () => {
      wanted.current = named.name
      proceed()
    }
    setAsked(namesake && { namesake, onUse, proceed: want })
    return namesake !== undefined
  }
  const answer = (choose: (question: Question) => void) => () => {
    close()
    if (asked) choose(asked)
  }
  const question = asked && (
    <Modal opened onClose={close} title={texts.merge.exists(asked.namesake.name)} centered>
      <Stack>
        <Text size="sm">{texts.merge.existsHelp(texts[resource].one)}</Text>
        <Group justify="end">
          <Button variant="default" onClick={answer(({ proceed }) => proceed())}>
            {anotherLabel}
          </Button>
          <Button data-autofocus maw="100%" onClick={answer(({ onUse, namesake }) => onUse(namesake))}>
            {describeUse(asked.namesake)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
  return { ask: setAsked, askIfTaken, question }
}
