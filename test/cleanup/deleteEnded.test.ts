import { expect, test } from 'bun:test'
import { gt, sql } from 'drizzle-orm'
import { createTokenRules } from '../../src/accounts/tokenLife.ts'
import { addEntry } from '../../src/audit/store.ts'
import { defaultLimits } from '../../src/base/limits.ts'
import { cleanUp, scheduleCleanup } from '../../src/cleanup/deleteEnded.ts'
import { audit } from '../../src/library/auditSchema.ts'
import { now, subtractMilliseconds } from '../../src/library/clock.ts'
import type { Library } from '../../src/library/library.ts'
import { readTrail, runSql } from '../support/audit.ts'
import { newDatabase } from '../support/database.ts'
import { startTestLibrary } from '../support/library.ts'

const [minute, day] = [60_000, 86_400_000]

const options = {
  ...defaultLimits,
  tokenRules: createTokenRules(),
  auditKeepMs: 30 * day,
  auditMaxBytes: 1_000_000_000,
}

const clean = (library: Library, changed: Partial<typeof options> = {}) =>
  cleanUp(library, now(), { ...options, ...changed })

test('entries older than audit-keep are deleted, and newer ones stay', async () => {
  await using library = await newDatabase()
  const ages = [...Array(1_200).fill(31 * day), 30 * day + minute, 30 * day - minute, minute, 0]
  await library.write(async (tx) => {
    for (const [n, age] of ages.entries())
      await addEntry(
        { ...tx, now: subtractMilliseconds(tx.now, age) },
        { source: 'cli' },
        { action: 'create', record: `labels/${n}` },
      )
  })
  await clean(library)
  const records = async () => (await readTrail({ library })).map(({ record }) => record)
  expect(await records()).toEqual(['labels/1201', 'labels/1202', 'labels/1203'].map((_, n) => `labels/${1201 + n}`))
  await clean(library)
  expect(await records()).toHaveLength(3)
})

test('the oldest entries beyond audit-max are deleted, also past gaps between ids, and the size of the others is told', async () => {
  await using library = await newDatabase()
  await library.write(async (tx) => {
    for (let n = 1; n <= 5_000; n++)
      await addEntry(tx, { source: 'cli' }, { action: 'update', record: `labels/${n}`, changes: change })
  })
  await library.write(async (tx) => {
    await tx.db
      .update(audit)
      .set({ id: sql`${audit.id} + 10000000` })
      .where(gt(audit.id, 2_500))
  })
  const ids = async () => (await readTrail({ library })).map(({ record }) => Number(record?.slice(7)))
  const cleanTo = (auditMaxBytes: number) => clean(library, { auditMaxBytes })
  const all = await cleanTo(1_000_000_000)
  // Each has a text of 1,000 bytes, and little more.
  expect(all).toBeGreaterThan(5_000 * 1_000)
  expect(all).toBeLessThan(5_000 * 1_300)
  expect(await ids()).toHaveLength(5_000)
  for (const max of [4_800_000, 1_048_576]) {
    const bytes = await cleanTo(max)
    expect(bytes).toBeLessThanOrEqual(max)
    expect(bytes).toBeGreaterThan(max - 1_300)
    const kept = await ids()
    expect(kept.at(-1)).toBe(5_000)
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, n) => 5_001 - kept.length + n))
  }
  expect(await cleanTo(1)).toBe(0)
  expect(await ids()).toEqual([])
  expect(await cleanTo(1)).toBe(0)
})

const change = { name: { from: null, to: 'x'.repeat(1_000) } }

const instant = (age: number) => subtractMilliseconds(new Date().toISOString(), age)

test('tokens that have ended are deleted, and others stay', async () => {
  await using library = await newDatabase()
  const { path: file } = library
  const at = instant(0)
  runSql(
    file,
    `INSERT INTO users (name, email, password, role_id, created_at, updated_at) VALUES ('x', 'a@b.co', 'x', 1, ?, ?)`,
    at,
    at,
  )
  const rows: [created: number, used: number | null, expires: number | null][] = [
    [day, null, null],
    [day, 1, minute],
    [day, 1, -minute],
    [day, 20 * day, null],
    [20 * day, null, null],
    [20 * day, minute, null],
    [40 * day, minute, null],
  ]
  for (const [n, [created, used, expires]] of rows.entries()) {
    const times = [created, used, expires].map((age) => (age === null ? null : instant(age)))
    runSql(
      file,
      'INSERT INTO tokens (user_id, hash, created_at, last_used_at, expires_at) VALUES (1, ?, ?, ?, ?)',
      `${n}`.padStart(64, '0'),
      ...times,
    )
  }
  const ids = () => runSql(file, 'SELECT id FROM tokens ORDER BY id').flat()
  await clean(library)
  expect(ids()).toEqual([1, 3, 4, 5, 6, 7])
  await clean(library, { tokenRules: createTokenRules({ maxAgeMs: 30 * day }) })
  expect(ids()).toEqual([1, 3, 4, 5, 6])
  await clean(library, { tokenRules: createTokenRules({ maxIdleMs: 10 * day }) })
  expect(ids()).toEqual([1, 3, 6])
})

test('more ended tokens than one write deletes are all deleted', async () => {
  await using library = await startTestLibrary()
  const { file, user, admin } = library
  for (const client of [user, admin]) expect((await client.get('/me')).status).toBe(200)
  runSql(
    file,
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200)
     INSERT INTO tokens (user_id, hash, created_at, expires_at)
       SELECT 1, lower(hex(randomblob(32))), '2026-01-02T03:04:05.678901Z', '2026-01-03T03:04:05.678901Z' FROM numbers`,
  )
  await clean(library.library)
  expect(runSql(file, 'SELECT id FROM tokens ORDER BY id').flat()).toEqual([1, 2])
  for (const client of [user, admin]) expect((await client.get('/me')).status).toBe(200)
})

test('ended invitations and setup codes are deleted, and others stay', async () => {
  await using library = await startTestLibrary()
  const { file } = library
  const insertInvitation = (n: number, uses: number, expires: number) =>
    runSql(
      file,
      'INSERT INTO invitations (hash, uses, expires_at, created_at) VALUES (?, ?, ?, ?)',
      `${n}`.padStart(64, '0'),
      uses,
      instant(expires),
      instant(day),
    )
  insertInvitation(1, 1, -day)
  insertInvitation(2, 0, -day)
  insertInvitation(3, 1, minute)
  const insertCode = (n: number, expires: number) =>
    runSql(file, 'INSERT INTO setup_codes VALUES (?, ?)', `${n}`.padStart(64, '0'), instant(expires))
  insertCode(1, -day)
  insertCode(2, minute)
  await clean(library.library)
  expect(runSql(file, 'SELECT id FROM invitations').flat()).toEqual([1])
  expect(runSql(file, "SELECT ltrim(hash, '0') FROM setup_codes").flat()).toEqual(['1'])
})

test('a server that stops does not wait for the end of a long cleanup', async () => {
  await using library = await newDatabase()
  const count = () => runSql(library.path, 'SELECT count(*) FROM audit').flat()[0] as number
  runSql(
    library.path,
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
     INSERT INTO audit (created_at, source, action) SELECT '2026-01-02T03:04:05.678901Z', 'cli', 'seed' FROM numbers`,
  )
  const errors: unknown[] = []
  const { stop } = scheduleCleanup(
    library,
    { ...options, auditKeepMs: 1 },
    { info: () => {}, warn: () => {}, failure: (error) => errors.push(error) },
  )
  await stop()
  expect(errors).toEqual([])
  expect(count()).toBeGreaterThan(10_000)
  // What is left is deleted by the next cleanup.
  await clean(library, { auditKeepMs: 1 })
  expect(count()).toBe(0)
})
