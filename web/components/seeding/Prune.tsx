import { Alert, Button, Stack, Switch, Text } from '@mantine/core'
import type { SeedOptions } from '../../api/seeding.ts'
import type { SeedReport } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
import { IconAlertTriangle } from '../../icons/icons.ts'
import { countRecords } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { TextOnBlur } from './TextOnBlur.tsx'

interface Props {
  options: SeedOptions
  /** Repeats the preview with other options. */
  onChange(options: Partial<SeedOptions>): void
}

const isLimit = (text: string) => /^\d{0,9}$/.test(text)

/** Whether records are deleted that the file does not have, and how many. */
export const PruneOptions = ({ options, onChange }: Props) => (
  <>
    <Switch
      label={texts.seeding.prune}
      description={texts.seeding.pruneHelp}
      checked={options.prune}
      onChange={(event) => onChange({ prune: event.currentTarget.checked, prune_at_most: undefined })}
    />
    {options.prune && (
      <TextOnBlur
        key={options.prune_at_most}
        label={texts.seeding.pruneAtMost}
        description={texts.seeding.pruneAtMostHelp}
        errorOf={(text) => (isLimit(text) ? undefined : texts.seeding.pruneAtMostRule)}
        placeholder={texts.seeding.pruneAtMostDefault}
        sent={options.prune_at_most ?? ''}
        onSend={(text) => onChange({ prune_at_most: text || undefined })}
      />
    )}
  </>
)

/** Whether a file deletes no more than it may. */
export const isPruneAllowed = ({ prune_limit_exceeded }: SeedReport) => prune_limit_exceeded.length === 0

interface NoticeProps {
  report: SeedReport
  onChange: Props['onChange']
}

/** What is deleted beyond the limit, if anything is, and a button that allows it. */
export const PruneNotice = ({ report, onChange }: NoticeProps) => {
  if (isPruneAllowed(report)) return null
  const sections = report.prune_limit_exceeded
  const limit = Math.max(...sections.map(({ pruned }) => pruned))
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle />} title={texts.seeding.pruneLimitTitle} role="alert">
      <Stack gap="sm" align="start">
        <Text size="sm">
          {texts.seeding.pruneLimit(
            sections
              .map(({ section, pruned, records }) =>
                texts.seeding.pruned(formatNumber(pruned), countRecords(records, section)),
              )
              .join(', '),
          )}
        </Text>
        <Button color="red" size="xs" onClick={() => onChange({ prune_at_most: String(limit) })}>
          {texts.seeding.allowPrune(formatNumber(limit))}
        </Button>
      </Stack>
    </Alert>
  )
}
