import { type Static, Type } from '@sinclair/typebox'
import { RecordCounts } from '../../../catalogue/store.ts'
import { Engine } from '../../../library/engineSql.ts'
import { HistoryPoint } from '../../../observability/history.ts'
import { Nullable, Timestamp } from '../../../validation/schemas.ts'

// What the routes send. A title is the name of the schema in the OpenAPI document.

const Milliseconds = Type.Number({ minimum: 0 })
const Bytes = Type.Integer({ minimum: 0 })

const RequestHistory = Type.Object(
  { interval_ms: Type.Integer(), points: Type.Array(HistoryPoint) },
  { title: 'RequestHistory' },
)

const LibraryState = Type.Object(
  {
    engine: Engine,
    file: Type.String({ description: 'Its path, `:memory:`, or the address of the database.' }),
    bytes: Nullable(Bytes),
    wal_bytes: Nullable(Bytes),
    schema_version: Type.Integer(),
  },
  { title: 'LibraryState' },
)

const DiskSpace = Type.Object({ free_bytes: Bytes, total_bytes: Bytes }, { title: 'DiskSpace' })

const MemoryUse = Type.Object({ rss_bytes: Bytes }, { title: 'MemoryUse' })

const Readiness = Type.Object({ ready: Type.Boolean(), message: Nullable(Type.String()) }, { title: 'Readiness' })

export const ServerHealth = Type.Object(
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
    title: 'ServerHealth',
    examples: [
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
    ],
  },
)
export type ServerHealth = Static<typeof ServerHealth>
