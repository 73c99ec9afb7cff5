import { Badge, Code, Grid, Paper, ScrollArea, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { FileProblem, TableOfFile } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import type { ChosenFile } from './chosenFile.ts'
import { type ExcerptLine, readExcerpts, splitLine } from './excerpts.ts'

interface Props {
  file: ChosenFile
  /** In the order of the file. */
  places: readonly FileProblem[]
  /** The number of further places, which are not listed. */
  more: number
  /** What the file was taken for, if it was converted. Its columns are not those of its text. */
  table?: TableOfFile | undefined
}

/** Sentences about places of a file, in English, beside the lines of the file around them. */
export const FilePlaces = ({ file, places, more, table }: Props) => {
  const id = useId()
  const { data: blocks } = useQuery({
    queryKey: ['excerpts', file.id, places],
    queryFn: async () => {
      const text = await file.blob.text()
      // A database has no lines.
      return text.startsWith('SQLite format 3') ? [] : readExcerpts(text, places)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const show = (n: number) => {
    const line = document.getElementById(`${id}-${n}`)?.closest<HTMLElement>('.excerpt-line')
    line?.scrollIntoView({ block: 'center' })
    line?.focus({ preventScroll: true })
  }
  return (
    <Grid gap="md">
      {/* Where the two would be below each other, the lines alone say all. */}
      <Grid.Col span={5} visibleFrom="md">
        <ScrollArea.Autosize mah={560} type="auto">
          <Stack component="ol" gap={4} p={0} m={0} className="plain-list">
            {places.map((place, n) => (
              <li key={`${place.line}:${place.column} ${place.pointer}`}>
                <UnstyledButton onClick={() => show(n)} className="place-button" w="100%" p="xs">
                  <Badge variant="default" tt="none" mr="xs">
                    {table
                      ? texts.seeding.line(formatNumber(place.line))
                      : texts.seeding.place(formatNumber(place.line), formatNumber(place.column))}
                  </Badge>
                  <Text span size="sm" ff="monospace" className="break-anywhere">
                    {place.pointer}
                  </Text>
                  <Text size="sm" lang="en">
                    {place.sentence}
                  </Text>
                </UnstyledButton>
              </li>
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Paper withBorder className="excerpts">
          <ScrollArea.Autosize
            mah={{ base: 'none', md: 560 }}
            mih={180}
            viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': texts.seeding.excerpts(file.name) }}
          >
            {!blocks && <Skeleton height={180} />}
            {blocks?.map((block, n) => (
              <Code key={block[0]?.line ?? n} block bg="transparent" p={0} className="excerpt">
                {block.map((line) => (
                  <Line key={`${line.line}:${line.column}`} line={line} places={places} id={id} isMarked={!table} />
                ))}
              </Code>
            ))}
          </ScrollArea.Autosize>
        </Paper>
        {more > 0 && (
          <Text size="sm" c="dimmed" p="xs">
            {texts.seeding.morePlaces(more)}
          </Text>
        )}
      </Grid.Col>
    </Grid>
  )
}

interface LineProps {
  line: ExcerptLine
  places: readonly FileProblem[]
  id: string
  /** Whether the value at each place is marked. */
  isMarked: boolean
}

const Line = ({ line, places, id, isMarked: marksValues }: LineProps) => (
  <div className="excerpt-line" tabIndex={-1} data-marked={line.places.length > 0 || undefined}>
    <span className="excerpt-number">{line.line}</span>
    <span className="excerpt-text">
      {line.isCut.before && '…'}
      {splitLine(line, places).map(({ text, isMarked }, n) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line are never reordered
        isMarked && marksValues ? <mark key={n}>{text}</mark> : text,
      )}
      {line.isCut.after && '…'}
      {line.places.map((n) => (
        <span key={n} id={`${id}-${n}`}>
          {/* Where there is a list, it has the sentences. */}
          <Text component="span" inherit hiddenFrom="md" className="excerpt-sentence" lang="en">
            {places[n]?.sentence}
          </Text>
        </span>
      ))}
    </span>
  </div>
)
