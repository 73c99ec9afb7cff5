import { type Static, Type } from '@sinclair/typebox'
import { RecordCounts } from '../../../catalogue/store.ts'
import { Engine } from '../../../library/engineSql.ts'
import { HistoryPoint } from '../../../observability/history.ts'
import { NamedObject, Nullable, Timestamp } from '../../../validation/schemas.ts'

// What the routes send. A title is the name of the schema in the OpenAPI document.

const Milliseconds = Type.Number({ minimum: 0 })
const Bytes = Type.Integer({ minimum: 0 })

const RequestHistory = NamedObject('RequestHistory', { interval_ms: Type.Integer(), points: Type.Array(HistoryPoint) })

const LibraryState = NamedObject('LibraryState', {
  engine: Engine,
  file: Type.String({ description: 'Its path, `:memory:`, or the address of the database.' }),
  bytes: Nullable(Bytes),
  wal_bytes: Nullable(Bytes),
  schema_version: Type.Integer(),
})

const DiskSpace = NamedObject('DiskSpace', { free_bytes: Bytes, total_bytes: Bytes })

const MemoryUse = NamedObject('MemoryUse', { rss_bytes: Bytes })

const Readiness = NamedObject('Readiness', { ready: Type.Boolean(), message: Nullable(Type.String()) })

export const ServerHealth = NamedObject(
  'ServerHealth',
  {
    version: Type.String(),
    started_at: Timestamp,
    uptime_ms: Milliseconds,
    library: LibraryState,
    disk: Nullable(DiskSpace),
    memory: MemoryUse,
    records: RecordCounts,
    readiness: Readiness,
    history: RequestHistory,
  },
  {
    version: '1.0.0',
    started_at: '2026-01-31T18:30:00.123000Z',
    uptime_ms: 60_000,
    library: { engine: 'sqlite', file: '/srv/music/library.db', bytes: 131_072, wal_bytes: 0, schema_version: 10 },
    disk: { free_bytes: 50_000_000_000, total_bytes: 100_000_000_000 },
    memory: { rss_bytes: 90_000_000 },
    records: { labels: 19, genres: 29, artists: 20, albums: 23, tracks: 229, users: 2 },
    readiness: { ready: true, message: null },
    history: {
      interval_ms: 10_000,
      points: [
        {
          at: '2026-01-31T18:30:10.123000Z',
          requests: 12,
          errors: 0,
          p50_ms: 0.2,
          p95_ms: 1.7,
          max_ms: 2.1,
          rss_bytes: 90_000_000,
        },
      ],
    },
  },
)
export type ServerHealth = Static<typeof ServerHealth>
