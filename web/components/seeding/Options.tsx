import { Group, Paper, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { SeedOptions } from '../../api/seeding.ts'
import { texts } from '../../texts/texts.ts'

interface Props {
  options: SeedOptions
  /** Whether the file may have all of a library. */
  mayPrune: boolean
  /** Repeats the preview with other options. */
  onChange(options: Partial<SeedOptions>): void
}

const isLimit = (text: string) =>
  text === '' || (/^\d{1,9}%?$/.test(text) && !(text.endsWith('%') && parseInt(text, 10) > 100))

/** How a file is seeded. */
export const Options = ({ options, mayPrune, onChange }: Props) => (
  <Paper withBorder p="md">
    <Group align="start" gap="xl">
      {mayPrune && (
        <Switch
          label={texts.seeding.prune}
          description={texts.seeding.pruneHelp}
          checked={options.prune}
          onChange={(event) => onChange({ prune: event.currentTarget.checked, prune_at_most: undefined })}
          maw={360}
        />
      )}
      {options.prune && <Limit key={options.prune_at_most} limit={options.prune_at_most ?? ''} onChange={onChange} />}
      <Switch
        label={texts.seeding.acceptRenames}
        description={texts.seeding.acceptRenamesHelp}
        checked={options.accept_renames}
        onChange={(event) => onChange({ accept_renames: event.currentTarget.checked })}
        maw={360}
      />
    </Group>
  </Paper>
)

/** The limit is sent when the user has finished: each preview reads the whole file. */
const Limit = ({ limit, onChange }: { limit: string; onChange: Props['onChange'] }) => {
  const [text, setText] = useState(limit)
  const send = () => {
    if (isLimit(text) && text !== limit) onChange({ prune_at_most: text || undefined })
  }
  return (
    <TextInput
      label={texts.seeding.pruneAtMost}
      description={text.endsWith('%') ? texts.seeding.pruneAtMostPercent : texts.seeding.pruneAtMostHelp}
      placeholder={texts.seeding.pruneAtMostDefault}
      value={text}
      onChange={(event) => setText(event.currentTarget.value.trim())}
      onBlur={send}
      onKeyDown={(event) => event.key === 'Enter' && send()}
      error={!isLimit(text) && texts.seeding.pruneAtMostRule}
      maw={280}
    />
  )
}
