import { Accordion, Badge, Button, Group, List, ScrollArea, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SeedOptions } from '../../api/seeding.ts'
import type { SeedReport } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
import { IconAlertTriangle, IconCursorText, IconHeartBroken, IconQuestionMark } from '../../icons/icons.ts'
import { countRecords } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import type { ChosenFile } from './chosenFile.ts'
import { FilePlaces } from './FilePlaces.tsx'
import { PruneNotice } from './Prune.tsx'
import { ValueChange } from './ValueChange.tsx'

interface Props {
  file: ChosenFile
  report: SeedReport
  /** Repeats the preview with other options. */
  onChange(options: Partial<SeedOptions>): void
}

/** The most lines of a notice. */
const maxLines = 200

/** What an admin should look at before the changes are made. */
export const Notices = ({ file, report, onChange }: Props) => {
  const { likely_renames, warnings, corrections_without_record, likes_deleted } = report
  const hasNotice = likely_renames.length + likes_deleted + warnings.length + corrections_without_record.length > 0
  return (
    <>
      <PruneNotice report={report} onChange={onChange} />
      {hasNotice && (
        <Accordion variant="separated" multiple defaultValue={['renames', 'likes']} order={2} keepMounted={false}>
          <Renames report={report} onChange={onChange} />
          <LostLikes report={report} />
          <Warnings report={report} file={file} />
          <Corrections report={report} />
        </Accordion>
      )}
    </>
  )
}

const Renames = ({ report: { likely_renames, moved_folders }, onChange }: Pick<Props, 'report' | 'onChange'>) => {
  const single = likely_renames.filter(({ in_folder }) => !in_folder)
  return (
    <Notice
      name="renames"
      icon={<IconCursorText size={18} />}
      title={texts.seeding.likelyRenames}
      count={likely_renames.length}
    >
      <Group justify="space-between" mb="sm">
        <Text size="sm" maw={640}>
          {texts.seeding.likelyRenamesHelp}
          {likely_renames.some((rename) => rename.likes_stay_with_path) && ` ${texts.seeding.likesStayWithPath}`}
        </Text>
        <Button variant="light" onClick={() => onChange({ accept_renames: true })}>
          {texts.seeding.acceptRenames}
        </Button>
      </Group>
      <Lines
        lines={[
          ...moved_folders.map(({ section, from, to, count }) => ({ what: countRecords(count, section), from, to })),
          ...single.map(({ section, former_name: from, name: to }) => ({ what: texts[section].one, from, to })),
        ]}
        render={({ what, from, to }) => (
          <>
            {what}: <ValueChange from={from} to={to} />
          </>
        )}
      />
    </Notice>
  )
}

const LostLikes = ({ report: { likes_deleted, lost_likes } }: Pick<Props, 'report'>) => (
  <Notice name="likes" icon={<IconHeartBroken size={18} />} title={texts.seeding.lostLikes} count={likes_deleted}>
    <Text size="sm" mb="sm">
      {texts.seeding.lostLikesHelp}
    </Text>
    <Lines lines={lost_likes} render={({ name, likes }) => `${name}: ${texts.seeding.likesLost(likes)}`} />
  </Notice>
)

const Warnings = ({ report: { warnings, more_warnings, converted }, file }: Pick<Props, 'report' | 'file'>) => (
  <Notice
    name="warnings"
    icon={<IconAlertTriangle size={18} />}
    title={texts.seeding.warnings}
    count={warnings.length + more_warnings}
  >
    <FilePlaces file={file} places={warnings} more={more_warnings} table={converted?.table} />
  </Notice>
)

const Corrections = ({ report: { corrections_without_record: corrections } }: Pick<Props, 'report'>) => (
  <Notice
    name="corrections"
    icon={<IconQuestionMark size={18} />}
    title={texts.seeding.corrections}
    count={corrections.length}
  >
    <Lines
      lines={corrections}
      render={({ section, name, correction }) => `${texts[section].one}: ${name} (${correction})`}
    />
  </Notice>
)

interface NoticeProps {
  name: string
  icon: ReactNode
  title: string
  count: number
  children: ReactNode
}

/** A part of the list of notices, if there is something to say. */
const Notice = ({ name, icon, title, count, children }: NoticeProps) =>
  count > 0 && (
    <Accordion.Item value={name}>
      <Accordion.Control icon={icon}>
        <Group gap="xs">
          {title}
          <Badge variant="default" tt="none">
            {formatNumber(count)}
          </Badge>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>{children}</Accordion.Panel>
    </Accordion.Item>
  )

/** The first of some lines, and the number of the others. */
const Lines = <Described,>({ lines, render }: { lines: readonly Described[]; render(line: Described): ReactNode }) => (
  <ScrollArea.Autosize mah={240} viewportProps={{ tabIndex: 0 }}>
    <List size="sm" spacing={4}>
      {lines.slice(0, maxLines).map((line) => (
        <List.Item key={JSON.stringify(line)} className="break-anywhere">
          {render(line)}
        </List.Item>
      ))}
    </List>
    {lines.length > maxLines && (
      <Text c="dimmed" size="sm">
        {texts.seeding.moreLines(formatNumber(lines.length - maxLines))}
      </Text>
    )}
  </ScrollArea.Autosize>
)
