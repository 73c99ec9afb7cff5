import { Database } from 'bun:sqlite'
import { median } from '../compare.ts'
import { fetchResponse, getRequest } from '../http.ts'
import { copyLibrary } from '../library.ts'
import type { Part } from '../part.ts'
import { startEngine } from '../postgres.ts'
import { type Server, startService } from '../servers.ts'
import { atMost, formatMs, formatRatio, judge, measureRow, type Row } from '../table.ts'

const size = 100_000
const repetitions = 15
const middle = Math.floor(size * 0.49)
const deep = Math.floor(size * 0.1)

/** Most pages take less; words that many names have in common, and all of them at once, take the longest. */
const [maxMs, maxFrequentMs] = [15, 25]

const searches: [name: string, path: string, targetMs?: number][] = [
  ['the first one after a start', '/tracks?q=zzz'],
  ['two words of few names', '/tracks?q=harbour+records', maxMs],
  ['two words of many names', '/tracks?q=the+s', maxFrequentMs],
  ['everything', '?q=number+7'],
  ['a word of some titles, by title', '/tracks?q=night&sort=title', maxMs],
  ['a word of many titles', '/tracks?q=the', maxMs],
  ['a beginning of many words, by title, deep', `/tracks?q=s&sort=title&offset=${deep}`, maxMs],
  ['a beginning of many words, by date, deep', `/tracks?q=s&sort=-created_at&offset=${deep}`, maxMs],
  ['all by title, in the middle', `/tracks?sort=title&offset=${middle}`, maxMs],
  ['all by date, the last page', `/tracks?sort=-created_at&offset=${size - 50}`, maxMs],
  ['a genre, by title', '/tracks?genre_id=7&sort=title', maxMs],
  ['a genre and a word, by title', '/tracks?genre_id=7&q=the&sort=title', maxMs],
  [
    'liked (a seventh), by title, in the middle',
    `/tracks?liked=true&sort=title&offset=${Math.floor(size / 14)}`,
    maxMs,
  ],
  ['albums, by release date, in the middle', `/albums?sort=-release_date&offset=${size / 20}`, maxMs],
  ['1,000 tracks', '/tracks?limit=1000'],
]

const about = `Pages of 50 of 100,000 tracks, one search after another, in a file and on PostgreSQL: the number of records that are found on all
pages, and the median time of ${repetitions} searches. The target is for the file.`

export const search: Part = {
  async measure({ service, library }) {
    const source = await library(size)
    const file = copyLibrary(source)
    likeEverySeventh(file)
    await using engine = await startEngine(service)
    await using node = await startService(service, await engine.copyLibrary({ ...source, file }))
    await using server = await startService(service, file)
    const rows: Row[] = []
    for (const [name, path, targetMs] of searches) {
      const row = measureRow(name, async () => {
        const runs = rows.length === 0 ? 1 : repetitions
        const [own, onPostgres] = [
          await measureSearch(server, source.admin, path, runs),
          await measureSearch(node, source.admin, path, runs),
        ]
        const times = [formatMs(own.time), formatMs(onPostgres.time), formatRatio(onPostgres.time / own.time)]
        return [own.records, ...times, ...judge(own.time, targetMs ? atMost(targetMs, formatMs(targetMs)) : undefined)]
      })
      rows.push(await row)
    }
    return [
      { title: 'Searching', about, columns: ['records', 'file', 'PostgreSQL', 'file = 1', 'target', 'met'], rows },
    ]
  },
}

/** The admin likes them. */
const likeEverySeventh = (file: string) => {
  using db = new Database(file, { readwrite: true })
  db.run(`INSERT INTO likes (user_id, track_id, created_at)
    SELECT (SELECT min(id) FROM users), id, created_at FROM tracks WHERE id % 7 = 0`)
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
}

const measureSearch = async ({ url }: Server, token: string, path: string, runs: number) => {
  const request = getRequest(token, `/../search${path}`)
  const times: number[] = []
  let records = ''
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    const { status, headers } = await fetchResponse(url, request)
    times.push(performance.now() - start)
    if (status !== 200) throw new Error(`${path} returned ${status}`)
    records = headers.get('x-total-count') ?? ''
  }
  return { time: median(times), records }
}
