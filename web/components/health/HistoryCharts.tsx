import { Paper, SimpleGrid, Text, VisuallyHidden } from '@mantine/core'
import type { HistoryPoint, ServerHealth } from '../../api/types.ts'
import { formatBytes, formatInstant, formatMilliseconds, formatNumber } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import { Sparkline } from './Sparkline.tsx'

/** How many points the table of values puts together: five minutes. */
const pointsPerRow = 30

/** The number of points that a chart has room for at least. A server that has just started has fewer. */
const minPoints = 30

interface Measure {
  title: string
  /** What the value in the heading is, by the newest value of each line. */
  help: (...now: string[]) => string
  lines: { name: string; read: (point: HistoryPoint) => number | null }[]
  format: (value: number) => string
}

const measures: Measure[] = [
  {
    title: texts.health.requests,
    help: () => texts.health.requestsHelp,
    lines: [{ name: texts.health.requests, read: ({ requests }) => requests }],
    format: formatNumber,
  },
  {
    title: texts.health.latency,
    help: texts.health.latencyHelp,
    lines: [
      { name: texts.health.p95, read: ({ p95_ms }) => p95_ms },
      { name: texts.health.p50, read: ({ p50_ms }) => p50_ms },
    ],
    format: formatMilliseconds,
  },
  {
    title: texts.health.memory,
    help: () => '',
    lines: [{ name: texts.health.memory, read: ({ rss_bytes }) => rss_bytes }],
    format: formatBytes,
  },
]

/** Requests, response times and memory of the last hour. */
export const HistoryCharts = ({ history }: { history: ServerHealth['history'] }) => (
  <SimpleGrid cols={{ base: 1, md: 3 }}>
    {measures.map((measure) => (
      <Chart key={measure.title} measure={measure} history={history} />
    ))}
  </SimpleGrid>
)

const Chart = ({
  measure: { title, help, lines, format },
  history: { points },
}: {
  measure: Measure
  history: ServerHealth['history']
}) => {
  const formatOrNone = (value: number | null | undefined) => (value == null ? texts.health.noRequests : format(value))
  const series = lines.map(({ name, read }, n) => ({ name, values: points.map(read), isSecondary: n > 0 }))
  const main = series[0]?.values ?? []
  const most = main.length > 0 ? Math.max(...main.map((value) => value ?? 0)) : undefined
  const now = formatOrNone(main.at(-1))
  // In an interval without requests there are no times.
  const isKnown = main.at(-1) != null
  return (
    <Paper withBorder p="md">
      <Text size="sm" fw={600} component="h3">
        {title}
      </Text>
      <Text size="xl" fw={650} mih={32}>
        {main.length > 0 ? now : '–'}
      </Text>
      <Text size="xs" c="dimmed" mih={36}>
        {main.length === 0 && texts.health.noHistory}
        {isKnown && help(...series.map(({ values }) => formatOrNone(values.at(-1))))}
      </Text>
      <Sparkline
        label={texts.health.chart(title, now, formatOrNone(most))}
        series={series}
        length={Math.max(minPoints, points.length)}
      />
      <Values title={title} points={points} lines={lines} format={formatOrNone} />
    </Paper>
  )
}

/** The values of a chart for screen readers: the highest of each five minutes. */
const Values = ({
  title,
  points,
  lines,
  format,
}: {
  title: string
  points: readonly HistoryPoint[]
  lines: Measure['lines']
  format: (value: number | null) => string
}) => {
  const rows = Array.from({ length: Math.ceil(points.length / pointsPerRow) }, (_, n) =>
    points.slice(n * pointsPerRow, (n + 1) * pointsPerRow),
  )
  return (
    <VisuallyHidden>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.health.time}</th>
            {lines.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]?.at}>
              <th scope="row">{formatInstant(row.at(-1)?.at ?? '')}</th>
              {lines.map(({ name, read }) => {
                const values = row.map(read).filter((value) => value !== null)
                return <td key={name}>{format(values.length > 0 ? Math.max(...values) : null)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}
