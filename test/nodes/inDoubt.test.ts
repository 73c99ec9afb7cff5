import { expect } from 'bun:test'
import { CommitUnknown, DatabaseUnavailable } from '../../src/base/errors.ts'
import type { Library } from '../../src/library/library.ts'
import { openLibrary } from '../../src/library/open.ts'
import { maxMs } from '../support/bounds.ts'
import { createLabel } from '../support/catalogueStore.ts'
import { type Forwarder, startForwarder } from '../support/forwarder.ts'
import { inLongForm } from '../support/longForm.ts'
import { concurrentPostgresTest } from '../support/programs.ts'
import { openSql, type SqlConnection } from '../support/sql.ts'
import { sharedPostgres } from '../support/testDatabase.ts'
import { waitUntil } from './cluster.ts'

const longTest = inLongForm(concurrentPostgresTest)

// The link of a node is lost around the COMMIT of a write: the node has to find out whether the write was made.

interface Setup {
  library: Library
  link: Forwarder
  /** Without the link. */
  sql: SqlConnection
}

const withLink = async (work: (setup: Setup) => Promise<void>) => {
  const postgres = await sharedPostgres()
  const databaseUrl = postgres.url(await postgres.createDatabase())
  await using link = await startForwarder(postgres.port)
  await using opened = new AsyncDisposableStack()
  const library = await openLibrary(link.through(databaseUrl))
  opened.defer(() => library.close())
  await using sql = openSql(databaseUrl)
  // Connects for polls and for writes, as a server has when it gets requests.
  await library.catchUp?.()
  await library.write(async (tx) => createLabel(tx, 'first'))
  await work({ library, link, sql })
}

/**
 * Begins to write a label, and waits until COMMIT is the next statement.
 * @param beforeCommit - called before COMMIT is sent
 * @returns a promise of the label or of the error
 */
const writeLabel = async ({ library }: Setup, name: string, beforeCommit: () => void) => {
  const { promise: isWritten, resolve } = Promise.withResolvers<void>()
  const write = library
    .write(async (tx) => {
      const label = await createLabel(tx, name)
      beforeCommit()
      resolve()
      return label
    })
    .catch((error) => error)
  await isWritten
  return { outcome: write }
}

const countLabels = async (sql: SqlConnection, name: string): Promise<number> =>
  (await sql.query('SELECT count(*) AS count FROM labels WHERE name = ?', name))[0].count

const cutAndResume = async (link: Forwarder) => {
  await link.cut()
  await link.resume()
}

concurrentPostgresTest('a commit whose answer is lost is acknowledged if it was made', async () => {
  await withLink(async (setup) => {
    const { library, link, sql } = setup
    for (const name of ['a', 'b']) {
      const { outcome } = await writeLabel(setup, name, () => link.stall('responses'))
      await waitUntil(async () => (await countLabels(sql, name)) === 1)
      await cutAndResume(link)
      expect(await outcome).toMatchObject({ name })
    }
    await (await writeLabel(setup, 'c', () => {})).outcome
    for (const name of ['a', 'b', 'c']) expect(await countLabels(sql, name)).toBe(1)
    await library.catchUp?.()
  })
})

concurrentPostgresTest('a write whose COMMIT never arrives is rejected, and is not there', async () => {
  await withLink(async (setup) => {
    const { link, sql } = setup
    for (const name of ['a', 'b']) {
      const { outcome } = await writeLabel(setup, name, () => link.stall())
      await cutAndResume(link)
      expect(await outcome).toBeInstanceOf(DatabaseUnavailable)
      expect(await countLabels(sql, name)).toBe(0)
    }
    await (await writeLabel(setup, 'c', () => {})).outcome
    expect(await countLabels(sql, 'c')).toBe(1)
  })
})

concurrentPostgresTest('a link that is lost without a trace does not keep the lock of writes', async () => {
  await withLink(async (setup) => {
    const { library, link, sql } = setup
    const inCommit = await writeLabel(setup, 'a', () => link.freeze())
    // The poll is not answered: so the node closes all its connections, and opens new ones.
    await library.catchUp?.()
    expect(await inCommit.outcome).toBeInstanceOf(DatabaseUnavailable)
    const frozen = Promise.withResolvers<void>()
    const write = library.write(async (tx) => {
      await createLabel(tx, 'b')
      link.freeze()
      frozen.resolve()
      return createLabel(tx, 'c')
    })
    const inWork = write.catch((error) => error)
    await frozen.promise
    await library.catchUp?.()
    expect(await inWork).toBeInstanceOf(DatabaseUnavailable)
    const start = performance.now()
    await (await writeLabel(setup, 'd', () => {})).outcome
    expect(performance.now() - start).toBeLessThan(maxMs(5_000))
    expect(await sql.query('SELECT name FROM labels ORDER BY id')).toEqual([{ name: 'first' }, { name: 'd' }])
  })
})

longTest(
  'a commit of which nothing can be found out in time is reported as unknown, and the next ones are right',
  async () => {
    const outcomes = [true, false].map((isMade) =>
      withLink(async (setup) => {
        const { link, sql } = setup
        const { outcome } = await writeLabel(setup, 'a', () => link.stall(isMade ? 'responses' : 'everything'))
        if (isMade) await waitUntil(async () => (await countLabels(sql, 'a')) === 1)
        await link.cut()
        expect(await outcome).toBeInstanceOf(CommitUnknown)
        await link.resume()
        expect(await countLabels(sql, 'a')).toBe(isMade ? 1 : 0)
        // The number of the next commit is another one: else it could be taken for the one before.
        const next = await writeLabel(setup, 'b', () => link.stall())
        await cutAndResume(link)
        expect(await next.outcome).toBeInstanceOf(DatabaseUnavailable)
        expect(await countLabels(sql, 'b')).toBe(0)
      }),
    )
    await Promise.all(outcomes)
  },
)
