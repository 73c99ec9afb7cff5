import { Database } from 'bun:sqlite'
import { type ApiRequest, fetchResponse, getRequest } from '../http.ts'
import { copyLibrary } from '../library.ts'
import { median, timeTask } from '../measure.ts'
import type { Part } from '../part.ts'
import { measureWords } from '../searchWords.ts'
import { type Server, startService } from '../servers.ts'
import { atMost, formatCount, formatMs, judge, measureRow, type Row } from '../table.ts'
import { probe } from './stall.ts'

const size = 100_000
const targetMs = 15

/** Searches in a library of `tracks` tracks of a made-up catalogue, by what they show. */
const searchesIn = (tracks: number): [name: string, path: string][] => {
  const middle = Math.floor(tracks * 0.49)
  const deep = Math.floor(tracks * 0.1)
  return [
    ['few titles', '/tracks?q=electric+harbour+quiet'],
    ['a word of some titles, by title', '/tracks?q=night&sort=title'],
    ['a word of many titles', '/tracks?q=the'],
    ['a beginning of many words, by title, deep', `/tracks?q=s&sort=title&offset=${deep}`],
    ['three words of many titles, by title', '/tracks?q=the+n+of&sort=title'],
    ['a beginning of many words, by date, deep', `/tracks?q=s&sort=-created_at&offset=${deep}`],
    ['all by title, in the middle', `/tracks?sort=title&offset=${middle}`],
    ['all by date, the last page', `/tracks?sort=-created_at&offset=${tracks - 50}`],
    ['all by duration, in the middle', `/tracks?sort=duration_seconds&offset=${middle}`],
    ['a genre, by title', '/tracks?genre_id=7&sort=title'],
    ['a genre and a word, by title', '/tracks?genre_id=7&q=the&sort=title'],
    ['liked (a seventh), by title, in the middle', `/tracks?liked=true&sort=title&offset=${Math.floor(tracks / 14)}`],
    ['an artist, by date', '/tracks?artist_id=7&sort=-created_at'],
    ['albums, by release date, in the middle', `/albums?sort=-release_date&offset=${Math.floor(tracks / 20)}`],
    ['albums with a word', '/albums?q=the+wild'],
    ['1,000 tracks', '/tracks?limit=1000'],
  ]
}

export const search: Part = {
  async measure(bench) {
    const { programs, library, million } = bench
    const rows: Row[] = []
    for (const tracks of million ? [size, 1_000_000] : [size]) {
      const source = await library(tracks)
      const copy = copyLibrary(source)
      addLikes(copy)
      await using service = await startService(programs.service, copy)
      for (const [name, path] of searchesIn(tracks)) {
        const request = getRequest(source.admin, `/../search${path}`)
        const label = tracks === size ? name : `${formatCount(tracks)} tracks: ${name}`
        const isJudged = tracks === size && !path.includes('limit=')
        rows.push(await measureRow(label, () => measureSearch(service, request, isJudged)))
      }
    }
    const columns = ['records', 'time', 'one label meanwhile, p99', 'the longest', 'target', 'met']
    return [{ title: 'Searching', about, columns, rows }, await measureWords(bench)]
  },
}

const about = `Pages of 50 of ${formatCount(size)} tracks, one search after another: the number of records that are found on all
pages, and the median time of a search. Meanwhile another program requests one label every 5 ms. The target is for the time
of a page of 50. The last page and the first one take the same time, and a page in the middle takes the longest.`

/** Every seventh track is liked by the first account, which is the admin. */
const addLikes = (file: string) => {
  const db = new Database(file, { readwrite: true })
  db.run(`INSERT INTO likes (user_id, track_id, created_at)
    SELECT (SELECT min(id) FROM users), id, created_at FROM tracks WHERE id % 7 = 0`)
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close(true)
}

const measureSearch = async (server: Server, request: ApiRequest, judged: boolean): Promise<string[]> => {
  const { status, headers } = await fetchResponse(server.url, request)
  if (status !== 200) throw new Error(`${request.path} returned ${status}`)
  const times: number[] = []
  let isRunning = true
  const run = async () => {
    while (isRunning) times.push(await timeTask(() => fetchResponse(server.url, request)))
  }
  const [{ p99, max }] = await Promise.all([
    probe(server, request.token ?? '').finally(() => {
      isRunning = false
    }),
    run(),
  ])
  const time = median(times)
  return [
    headers.get('x-total-count') ?? '',
    ...[time, p99, max].map(formatMs),
    ...judge(time, judged ? atMost(targetMs, formatMs(targetMs)) : undefined),
  ]
}
