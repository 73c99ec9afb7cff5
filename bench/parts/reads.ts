import { Database } from 'bun:sqlite'
import type { Workload } from '../compare.ts'
import { getRequest } from '../http.ts'
import type { Library } from '../library.ts'
import { createWorkloadPart } from '../part.ts'
import { getLabels, getTracks } from '../requests.ts'
import { atLeast } from '../table.ts'

const about = `Single records, each request with a token, compared with the baseline, which looks up the token and runs its
prepared selects for each request. The ratio is between the requests per second; p50 and p99 are the times within which
half and 99 of 100 requests were completed, time in the queue included, since all connections are always busy. CPU is the
server's user and system time per request. Rows that end in "tuned" compare with the same server when it remembers callers and the bytes
of records: it is the limit of this stack.`

/** A GET of one label by a client that has its current body. Both servers make the ETag from the hash of the body. */
const unmodifiedLabel = (source: Library) => {
  const db = new Database(source.file, { readonly: true })
  const row = db.query('SELECT id, name, created_at, updated_at FROM labels WHERE id = 7').get()
  db.close()
  const etag = `W/"${Bun.hash.xxHash64(JSON.stringify(row)).toString(36)}"`
  return getRequest(source.admin, '/labels/7', { 'if-none-match': etag })
}

const createWorkloads = (source: Library): Workload[] => {
  const [labels, tracks] = [getLabels(source), getTracks(source)]
  const [label, track] = [[getRequest(source.admin, '/labels/7')], [getRequest(source.admin, '/tracks/4711')]]
  const baseline = { label: atLeast(1.5), track: atLeast(2) }
  return [
    {
      name: 'GET one label, always the same',
      targets: { baseline: baseline.label },
      requests: () => label,
      samples: label,
    },
    {
      name: 'GET one label, any',
      targets: { baseline: baseline.label, tuned: atLeast(0.64) },
      requests: () => labels,
      samples: labels.slice(0, 20),
    },
    {
      name: 'GET one label, always the same, with If-None-Match: 304',
      targets: { tuned: atLeast(0.84) },
      requests: () => [unmodifiedLabel(source)],
      samples: [unmodifiedLabel(source)],
    },
    {
      name: 'GET one track, nested, always the same',
      targets: { baseline: baseline.track },
      requests: () => track,
      samples: track,
    },
    {
      name: 'GET one track, nested, any',
      targets: { baseline: baseline.track, tuned: atLeast(0.67) },
      requests: () => tracks,
      samples: tracks.slice(0, 100),
    },
  ]
}

export const reads = createWorkloadPart({
  title: 'Reading one record',
  about,
  createWorkloads,
})
