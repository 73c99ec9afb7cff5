import { median } from './compare.ts'
import { copyLibrary } from './library.ts'
import { type Bench, defaultSize } from './part.ts'
import { startService } from './servers.ts'
import { atMost, formatCount, formatMs, judge, measureRow, type Row, type Table } from './table.ts'

/** How often each table is previewed. */
const runs = 15

const about = `What the console waits for when another field is chosen for a column of a table: the server gets the file again, converts it in a process of its own
and compares it with a library of ${formatCount(defaultSize)} tracks. Medians of ${runs} previews, each with other columns than the one before it. All rows create tracks.
The target is for 1,000 rows.`

export const measurePreviews = async ({ library, service }: Bench): Promise<Table> => {
  const source = await library(defaultSize)
  await using server = await startService(service, copyLibrary(source))
  const rows: Row[] = []
  for (const count of [1_000, 10_000]) {
    const body = createTable(count)
    const row = measureRow(`${formatCount(count)} rows`, async () => {
      const times: number[] = []
      for (let run = 0; run <= runs; run++) {
        const start = performance.now()
        const columns = run % 2 === 0 ? 'genres=Mood' : 'genres='
        const response = await fetch(`${server.url}/../console/api/seed/preview?columns=${columns}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${source.admin}`, 'content-type': 'text/csv' },
          body,
        })
        if (response.status !== 200) throw new Error(`The preview was rejected: ${await response.text()}`)
        await response.arrayBuffer()
        // The first one loads code.
        if (run > 0) times.push(performance.now() - start)
      }
      const time = median(times)
      return [formatMs(time), ...judge(time, count === 1_000 ? atMost(500, '500 ms') : undefined)]
    })
    rows.push(await row)
  }
  return { title: 'Previewing a table', about, columns: ['time', 'target', 'met'], rows }
}

const createTable = (count: number): string => {
  const rows = Array.from(
    { length: count },
    (_, n) =>
      `New ${n},shelf/${n}.flac,Artist ${n % 97},Album ${n % 83},Label ${n % 11},1959,5:${(n % 50) + 10},Mood ${n % 7},VG+,A ${n % 9}`,
  )
  return `Title,Path,Artist,Album,Label,Year,Length,Mood,Condition,Shelf\n${rows.join('\n')}\n`
}
