import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { texts } from '../../texts/texts.ts'
import { type RangeKind, readRange } from './ranges.ts'

interface Props {
  kind: RangeKind
  /** The range of the filter; empty without one. */
  range: string
  /** The name of what a record may lack; undefined if no record lacks it. */
  missing: string | undefined
  onChoose(range: string): void
}

/** Asks for the ends of a range. */
export const RangeForm = ({ kind, range, missing, onChoose }: Props) => {
  const given = readRange(range === 'none' ? '' : range)
  const [ends, setEnds] = useState({
    from: given.from && kind.format(given.from),
    to: given.to && kind.format(given.to),
  })
  const [errors, setErrors] = useState<{ from?: string | undefined; to?: string | undefined }>({})
  const apply = () => {
    const read = (text: string) => (text.trim() === '' ? '' : kind.parse(text.trim()))
    const [from, to] = [read(ends.from), read(ends.to)]
    setErrors({ from: from === undefined ? kind.rule : undefined, to: to === undefined ? kind.rule : undefined })
    if (from === undefined || to === undefined) return
    if (from === '' && to === '') return onChoose('')
    onChoose(from === to ? from : `${from}..${to}`)
  }
  const field = (name: 'from' | 'to') => (
    <TextInput
      label={texts.list[name]}
      placeholder={kind.placeholder}
      value={ends[name]}
      error={errors[name]}
      onChange={(event) => setEnds({ ...ends, [name]: event.currentTarget.value })}
      maxLength={20}
      w={130}
    />
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <Stack gap="sm">
        <Group gap="sm" align="start">
          {field('from')}
          {field('to')}
        </Group>
        <Group justify="space-between">
          {missing && (
            <Button variant="subtle" color="gray" onClick={() => onChoose('none')}>
              {texts.list.without(missing)}
            </Button>
          )}
          <Button type="submit" ml="auto">
            {texts.list.applyFilter}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
