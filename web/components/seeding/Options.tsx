import { Group, Paper, Switch } from '@mantine/core'
import { texts } from '../../texts/texts.ts'
import { type OptionsProps, PruneOptions } from './Prune.tsx'

/** How a file is seeded. */
export const Options = ({ options, mayPrune, onChange }: OptionsProps) => (
  <Paper withBorder p="md">
    <Group align="start" gap="xl">
      <PruneOptions options={options} mayPrune={mayPrune} onChange={onChange} />
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
