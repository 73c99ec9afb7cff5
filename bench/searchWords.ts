import { Database } from 'bun:sqlite'
import { fetchResponse, getRequest } from './http.ts'
import { copyLibrary, type Library } from './library.ts'
import { median, timeTask } from './measure.ts'
import type { Bench } from './part.ts'
import { startEngine } from './postgres.ts'
import { type Server, startService } from './servers.ts'
import { atMost, formatCount, formatMs, formatRatio, judge, measureRow, type Row, type Table } from './table.ts'

const size = 100_000

/** What somebody types who knows two things of a track. */
const typical = [
  'electric harbour',
  'vera farkas',
  'night of the storm',
  'garden quist',
  'the train live',
  'jazz halloran',
  'витебск дождь',
  'harbour records',
  'nothing has this',
]

/** Words, and beginnings of words, of which each is in the names that many tracks refer to. */
const frequent = ['the', 'of', 'and', 's', 'm', 'l', 'r', 'n', 'records']

const pairs = frequent.flatMap((word) => frequent.filter((other) => other !== word).map((other) => `${word} ${other}`))

const about = `Words in the titles of ${formatCount(size)} tracks, and in the names of their artists, albums, labels and genres: the first page of 50, the best
match first, with the number of all. The median is that of ${typical.length} searches for what somebody may know, and the worst pair that of ${pairs.length} pairs
of frequent words, each the median of several runs. The baseline is one statement by hand, on the same file without a server: the union of all places of each
word, grouped by track.`

const columns = ['records', 'file', 'baseline = 1', 'PostgreSQL', 'file = 1', 'target', 'met']

interface Measured {
  q: string
  records: number
  ms: number
}

/** @param runs - after one more, which is not counted */
const measureQuery = async (server: Server, token: string, path: string, runs = 7): Promise<Measured> => {
  const request = getRequest(token, `/../search${path}`)
  const { headers, status } = await fetchResponse(server.url, request)
  if (status !== 200) throw new Error(`${path} returned ${status}`)
  const times: number[] = []
  for (let run = 0; run < runs; run++) times.push(await timeTask(() => fetchResponse(server.url, request)))
  const q = new URLSearchParams(path.slice(path.indexOf('?'))).get('q') ?? ''
  return { q, records: Number(headers.get('x-total-count')), ms: median(times) }
}

const tracksWith = (q: string) => `/tracks?${new URLSearchParams({ q })}`

const measureAll = async (server: Server, token: string, queries: string[], runs?: number): Promise<Measured[]> => {
  const measured: Measured[] = []
  for (const q of queries) measured.push(await measureQuery(server, token, tracksWith(q), runs))
  return measured.sort((a, b) => a.ms - b.ms)
}

const measureServer = async (server: Server, { admin }: Library) => {
  const first = await timeTask(() => fetchResponse(server.url, getRequest(admin, `/../search${tracksWith('zzz')}`)))
  // The loops are compiled while they run.
  await measureAll(server, admin, pairs, 1)
  const searches = await measureAll(server, admin, typical)
  const all = await measureQuery(server, admin, `?${new URLSearchParams({ q: 'number 7' })}`)
  return {
    first,
    median: searches[Math.floor(searches.length / 2)] as Measured, // there are several
    worst: (await measureAll(server, admin, pairs, 3)).at(-1) as Measured,
    all,
  }
}

/** The statement by hand. The last word may be the beginning of a word. */
const measureBaseline = (file: string, q: string): number => {
  using db = new Database(file, { readonly: true })
  db.run('CREATE VIRTUAL TABLE temp.track_words USING fts5(folded, content = \'\', tokenize = "ascii")')
  db.run("INSERT INTO track_words (rowid, folded) SELECT id, folded FROM folded_names WHERE resource = 'tracks'")
  const words = q.split(' ')
  const placesOf = (word: string, index: number) => {
    const end = index === words.length - 1 ? '' : ' '
    const named = (kind: string) =>
      `(SELECT id FROM folded_names WHERE resource = '${kind}' AND instr(' ' || folded || ' ', ' ${word}${end}') > 0)`
    return [
      `SELECT ${index} AS word, rowid AS id, 1 AS place FROM track_words WHERE track_words MATCH '"${word}"${end === '' ? ' *' : ''}'`,
      `SELECT ${index}, track_id, 3 FROM artist_track WHERE artist_id IN ${named('artists')}`,
      `SELECT ${index}, id, 5 FROM tracks WHERE album_id IN ${named('albums')}`,
      `SELECT ${index}, id, 7 FROM tracks WHERE album_id IN (SELECT id FROM albums WHERE label_id IN ${named('labels')})`,
      `SELECT ${index}, track_id, 9 FROM genre_track WHERE genre_id IN ${named('genres')}`,
    ].join(' UNION ALL ')
  }
  const found = `SELECT id, sum(place) AS place FROM
    (SELECT word, id, min(place) AS place FROM (${words.map(placesOf).join(' UNION ALL ')}) GROUP BY word, id)
    GROUP BY id HAVING count(*) = ${words.length}`
  const statement = db.query(`WITH found AS MATERIALIZED (${found})
    SELECT found.id, count(*) OVER () FROM found CROSS JOIN folded_names AS names ON resource = 'tracks' AND names.id = found.id
    ORDER BY place, folded, found.id LIMIT 50`)
  const times: number[] = []
  for (let run = 0; run < 4; run++) {
    const start = performance.now()
    statement.values()
    times.push(performance.now() - start)
  }
  return median(times.slice(1))
}

/** What the words of `q` find, in a file and on PostgreSQL. */
export const measureWords = async ({ programs, library }: Bench): Promise<Table> => {
  const source = await library(size)
  const file = copyLibrary(source)
  await using service = await startService(programs.service, file)
  const ofFile = await measureServer(service, source)
  await using engine = await startEngine(programs.service)
  await using node = await startService(programs.service, await engine.copyLibrary(source))
  const ofPostgres = await measureServer(node, source)
  const row = (
    name: string,
    found: Measured,
    postgresMs: number,
    targetMs?: number,
    baselineMs?: number,
  ): Promise<Row> =>
    measureRow(name, async () => [
      formatCount(found.records),
      formatMs(found.ms),
      baselineMs === undefined ? '' : formatRatio(found.ms / baselineMs),
      formatMs(postgresMs),
      formatRatio(postgresMs / found.ms),
      ...judge(found.ms, targetMs === undefined ? undefined : atMost(targetMs, formatMs(targetMs))),
    ])
  const byHand = (q: string) => measureBaseline(file, q)
  const { median: middle, worst, all, first } = ofFile
  const rows = [
    await row(`the median: “${middle.q}”`, middle, ofPostgres.median.ms, 10, byHand(middle.q)),
    await row(`the worst pair: “${worst.q}”`, worst, ofPostgres.worst.ms, 25, byHand(worst.q)),
    await row('everything: “number 7”', { ...all, records: 0 }, ofPostgres.all.ms),
    await row('the first search after a start', { q: 'zzz', records: 0, ms: first }, ofPostgres.first),
  ]
  return { title: 'Searching for words', about, columns, rows }
}
