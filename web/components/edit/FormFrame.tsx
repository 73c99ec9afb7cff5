import { Button, Group, Stack } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { texts } from '../../texts/texts.ts'
import { Problem } from '../Problem.tsx'
import { useLeave } from './useLeave.ts'

interface Props {
  /** What went wrong, if no field says it. */
  problem: string | undefined
  saveLabel: string
  /** The label of a second button that saves. After it, the form of another record is shown. */
  anotherLabel?: string
  isSaving: boolean
  onSubmit(event: React.SyntheticEvent<HTMLFormElement> | undefined, isAnother: boolean): void
  children: ReactNode
}

/** A form in a drawer. Its buttons stay in view, and Ctrl S or ⌘ S saves from any field; Ctrl Enter is the second button. */
export const FormFrame = ({ problem, saveLabel, anotherLabel, isSaving, onSubmit, children }: Props) => {
  const leave = useLeave()
  const form = useRef<HTMLFormElement>(null)
  const isAnother = useRef(false)
  const saveAnother = () => {
    isAnother.current = true
    form.current?.requestSubmit()
    isAnother.current = false
  }
  return (
    <form
      noValidate
      ref={form}
      onSubmit={(event) => {
        // Saved twice at once, a new record would be two.
        if (isSaving) event.preventDefault()
        else onSubmit(event, isAnother.current)
      }}
      onKeyDown={getHotkeyHandler([
        ['mod+S', () => form.current?.requestSubmit()],
        ['mod+Enter', () => (anotherLabel ? saveAnother() : form.current?.requestSubmit())],
      ])}
    >
      <Stack flex={1}>
        <Problem sentence={problem} />
        {children}
      </Stack>
      <Group justify="end" pos="sticky" bottom={0} py="lg" bg="var(--mantine-color-body)">
        <Button variant="default" onClick={leave}>
          {texts.actions.cancel}
        </Button>
        {anotherLabel && (
          <Button variant="default" disabled={isSaving} onClick={saveAnother}>
            {anotherLabel}
          </Button>
        )}
        <Button type="submit" loading={isSaving}>
          {saveLabel}
        </Button>
      </Group>
    </form>
  )
}
