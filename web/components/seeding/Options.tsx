import { Group, Paper, Switch } from '@mantine/core'
import type { SeedOptions } from '../../api/seeding.ts'
import { texts } from '../../texts/texts.ts'
import { TextOnBlur } from './TextOnBlur.tsx'

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
      {options.prune && (
        <TextOnBlur
          key={options.prune_at_most}
          label={texts.seeding.pruneAtMost}
          descriptionOf={(text) =>
            text.endsWith('%') ? texts.seeding.pruneAtMostPercent : texts.seeding.pruneAtMostHelp
          }
          errorOf={(text) => (isLimit(text) ? undefined : texts.seeding.pruneAtMostRule)}
          placeholder={texts.seeding.pruneAtMostDefault}
          sent={options.prune_at_most ?? ''}
          onSend={(text) => onChange({ prune_at_most: text || undefined })}
          maw={280}
        />
      )}
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
