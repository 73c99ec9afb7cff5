import { expect, setSystemTime, test } from 'bun:test'
import { createTokenRules } from '../../src/accounts/tokenLife.ts'
import { addEntry } from '../../src/audit/store.ts'
import { defaultLimits } from '../../src/base/limits.ts'
import { cleanUp, scheduleCleanup } from '../../src/cleanup/deleteEnded.ts'
import { createCleanupClock } from '../../src/cleanup/slewedClock.ts'
import { instantOf } from '../../src/library/clock.ts'
import type { Library, OpenOptions } from '../../src/library/library.ts'
import { openLibrary } from '../../src/library/open.ts'
import { readTrail } from '../support/audit.ts'
import { maxMs } from '../support/bounds.ts'
import { newDatabase } from '../support/database.ts'
import { fileTest } from '../support/fileTest.ts'
import { openSql } from '../support/sql.ts'

const [hour, day] = [3_600_000, 86_400_000]

/** An instant in the past. */
const ago = (days: number) => instantOf(Date.now() - days * day)

/** A library whose clock of cleanups was last set some days ago. */
const createLibrary = async (days: number) => {
  const stack = new AsyncDisposableStack()
  const library = stack.use(await newDatabase())
  const sql = stack.use(openSql(library.databaseUrl))
  await sql.query('UPDATE cleanup_clock SET instant = ?', ago(days))
  let running = 0
  const runningMs = () => running
  return {
    library,
    sql,
    runningMs,
    /** Lets time go by for the process, and not for the clock of the machine. */
    run: (milliseconds: number) => {
      running += milliseconds
    },
    /** Another start of a program. */
    start: () => createCleanupClock(library, noLog, runningMs),
    /** How many days ago the stored instant is. */
    storedDays: async () => {
      const [row] = await sql.query('SELECT instant FROM cleanup_clock')
      return (Date.now() - Date.parse(row.instant)) / day
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

type TestLibrary = Awaited<ReturnType<typeof createLibrary>>

const age = (instant: string) => (Date.now() - Date.parse(instant)) / day

/** Adds what was written, or ended, so many days ago. */
const addEnded = async ({ sql }: TestLibrary, days: number) => {
  const at = ago(days)
  const hash = crypto.randomUUID().replaceAll('-', '').padStart(64, '0')
  const insert = (table: string, row: Record<string, string | number>) =>
    sql.query(
      `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${Object.keys(row).fill('?').join()})`,
      ...Object.values(row),
    )
  const email = `${hash}@example.com`
  await insert('users', { name: 'x', email, password: 'x', role_id: 1, created_at: at, updated_at: at })
  const [{ id: user_id }] = await sql.query('SELECT id FROM users WHERE email = ?', email)
  await insert('tokens', { user_id, hash, created_at: at, expires_at: at })
  await insert('invitations', { hash, uses: 1, created_at: at, expires_at: at })
  await insert('setup_codes', { hash, expires_at: at })
  await insert('audit', { created_at: at, source: 'cli', action: 'delete', restore: '{}' })
}

const countRows = async ({ sql }: TestLibrary) => {
  const count = async (from: string) => Number((await sql.query(`SELECT count(*) AS n FROM ${from}`))[0].n)
  return {
    ended: [await count('tokens'), await count('invitations'), await count('setup_codes')],
    entries: await count('audit'),
    undoable: await count('audit WHERE restore IS NOT NULL'),
  }
}

const options = { ...defaultLimits, tokenRules: createTokenRules() }

const noLog = () => {}

/** Starts the cleanups of a server, and waits for the first one. */
const startCleanups = async ({ library, runningMs }: TestLibrary, changed: Partial<typeof options> = {}) => {
  const [infos, warnings, errors]: [string[], string[], unknown[]] = [[], [], []]
  const log = {
    info: (message: string) => void infos.push(message),
    warn: (message: string) => void warnings.push(message),
    failure: (error: unknown) => void errors.push(error),
  }
  const cleanups = scheduleCleanup(library, { ...options, ...changed }, log, runningMs)
  const end = performance.now() + maxMs(3_000)
  while (cleanups.auditBytes() === 0 && performance.now() < end) await new Promise((resolve) => setImmediate(resolve))
  expect(errors).toEqual([])
  expect(cleanups.auditBytes()).toBeGreaterThan(0)
  return { ...cleanups, infos, warnings }
}

test('a start with the clock a year ahead deletes nothing, and says so', async () => {
  // All that the library knows was a year ago, when the clock was right.
  await using library = await createLibrary(400)
  await addEnded(library, 399)
  const { stop, infos, warnings } = await startCleanups(library)
  await stop()
  expect(await countRows(library)).toEqual({ ended: [1, 1, 1], entries: 1, undoable: 1 })
  expect(await library.storedDays()).toBeCloseTo(400, 2)
  expect(infos).toEqual([])
  expect(warnings).toEqual([
    'The clock of this machine is 400 days ahead of the last cleanup. If it is wrong, set it: in each hour that a server runs, it deletes what one more day makes too old.',
  ])
})

test('the time that servers run adds up across starts, and what is deleted by it is logged', async () => {
  await using library = await createLibrary(400)
  await addEnded(library, 399)
  await addEnded(library, 0)
  const serve = async (hours: number) => {
    const { stop, infos } = await startCleanups(library)
    library.run(hours * hour)
    await stop()
    return infos
  }
  expect(await serve(0.5)).toEqual([])
  expect(await serve(0.5)).toEqual([])
  expect(await library.storedDays()).toBeCloseTo(399, 2)
  expect(await serve(0.1)).toEqual([])
  const ended = 'tokens: 1, invitations: 1, setup codes: 1'
  expect(await serve(31)).toEqual([
    expect.stringMatching(new RegExp(`^Deleted what has ended by \\d{4}-\\S+Z: ${ended}\\.$`)),
  ])
  expect(await serve(400)).toEqual([
    expect.stringMatching(/^Deleted what has ended by .*Z: audit entries that could be undone: 1\.$/),
  ])
  expect(await library.storedDays()).toBeCloseTo(0, 2)
  expect(await serve(0)).toEqual([
    expect.stringMatching(/: tokens: 1, invitations: 1, setup codes: 1, audit entries older than audit-keep: 1\.$/),
  ])
  expect(await countRows(library)).toEqual({ ended: [0, 0, 0], entries: 1, undoable: 1 })
})

test('a shorter audit-keep and undo-keep hold from the next start on', async () => {
  await using library = await createLibrary(0)
  for (const days of [40, 20, 0]) await addEnded(library, days)
  await (await startCleanups(library, { undoKeepMs: 100 * day })).stop()
  expect(await countRows(library)).toMatchObject({ entries: 3, undoable: 3 })
  await (await startCleanups(library, { auditKeepMs: 30 * day, undoKeepMs: 10 * day })).stop()
  expect(await countRows(library)).toMatchObject({ entries: 2, undoable: 1 })
})

test('in each hour the clock moves by a day, up to that of the machine', async () => {
  await using library = await createLibrary(60)
  const clock = library.start()
  expect(age(await clock())).toBeCloseTo(60, 2)
  for (let days = 59; days > 0; days--) {
    library.run(hour)
    expect(age(await clock())).toBeCloseTo(days, 2)
  }
  expect(await library.storedDays()).toBeCloseTo(1, 2)
  library.run(2 * hour)
  expect(age(await clock())).toBeCloseTo(0, 2)
  expect(await library.storedDays()).toBeCloseTo(0, 2)
})

test('several servers together move it by a day in an hour, too', async () => {
  await using library = await createLibrary(60)
  const clocks = [library.start(), library.start(), library.start()]
  for (const clock of clocks) await clock()
  for (let days = 59; days > 30; days--) {
    for (const clock of clocks) {
      library.run(hour / 3)
      await clock()
    }
    expect(await library.storedDays()).toBeGreaterThanOrEqual(days - 0.01)
    expect(await library.storedDays()).toBeLessThan(days + 1.01)
    // One is started again.
    clocks[days % 3] = library.start()
    await clocks[days % 3]?.()
  }
})

test('a server that another one is always ahead of does not make up for it', async () => {
  await using library = await createLibrary(60)
  const [first, second] = [library.start(), library.start()]
  const clean = async () => {
    await first()
    library.run(hour / 6)
    await second()
    library.run((hour * 5) / 6)
  }
  for (let hours = 0; hours < 40; hours++) await clean()
  const days = await library.storedDays()
  // The clock of the machine may be wrong from now on.
  await second()
  expect(days - (await library.storedDays())).toBeLessThan(1.01)
})

fileTest(
  'after a wrong clock was put right, it comes back, and one that is behind for a moment costs little',
  async () => {
    await using library = await createLibrary(-10)
    const clock = library.start()
    expect(age(await clock())).toBeCloseTo(0, 2)
    library.run(2 * hour)
    expect(age(await clock())).toBeCloseTo(0, 2)
    expect(await library.storedDays()).toBeCloseTo(-8, 2)
    library.run(20 * hour)
    await clock()
    expect(await library.storedDays()).toBeCloseTo(0, 2)
    try {
      setSystemTime(new Date(1_000))
      library.run(2 * hour)
      expect(await clock()).toBe(instantOf(1_000))
    } finally {
      setSystemTime()
    }
    expect(await library.storedDays()).toBeCloseTo(2, 2)
    library.run(hour)
    expect(age(await clock())).toBeCloseTo(1, 2)
  },
)

test('a library that is set back to an earlier state does not jump to where the clock was', async () => {
  await using library = await createLibrary(0)
  const clock = library.start()
  await clock()
  await library.sql.query('UPDATE cleanup_clock SET instant = ?', ago(60))
  library.run(hour)
  expect(age(await clock())).toBeCloseTo(59, 2)
})

fileTest(
  'in memory, a copy has the clock of its library, and a pinned clock of stamps does not count as one that is wrong',
  async () => {
    await using library = await createLibrary(60)
    const read = async (options: OpenOptions) => {
      const memory = await openLibrary(':memory:', options)
      const { at, entries } = await cleanInMemory(memory).finally(() => memory.close())
      return { days: Math.round(age(at)), entries }
    }
    expect(await read({ copyOf: { path: library.library.path } })).toEqual({ days: 60, entries: 1 })
    expect(await read({})).toEqual({ days: 0, entries: 1 })
    expect(await read({ now: '2001-01-01T00:00:00.000000Z' })).toEqual({ days: 0, entries: 1 })
  },
)

const cleanInMemory = async (memory: Library) => {
  await memory.write((tx) => addEntry(tx, { source: 'cli' }, { action: 'create', record: 'labels/1' }))
  const at = await createCleanupClock(memory, noLog)()
  await cleanUp(memory, at, options)
  return { at, entries: (await readTrail({ library: memory })).length }
}
