import { OperationalError } from '../../base/errors.ts'
import type { Database } from '../database.ts'
import { type Library, type OpenOptions, withoutFile } from '../library.ts'
import { parseAddress } from './address.ts'
import { type OwnConnection, withTimeout } from './client.ts'
import { connectDatabase } from './connect.ts'
import { withConnection } from './connection.ts'
import { describeCause } from './describeError.ts'
import { currentSchema, migrate, readSchema } from './migrate.ts'
import { createNode, selectNodeIds } from './node.ts'
import { describeServerProblem, requireServer } from './requirements.ts'
import type { RunStatement } from './session.ts'

/**
 * Opens the library in a database of PostgreSQL, and upgrades its schema. Creates a library in an empty database.
 * @throws UsageError for an address that is not understood; OperationalError for a database that can't be used
 */
export const openPostgresLibrary = async (url: string, options: OpenOptions): Promise<Library> => {
  const { name, options: connection } = parseAddress(url)
  const created = await withConnection(url, (first) => prepareSchema(first, name, options))
  const node = createNode(options.nodeName)
  const { pool: readers, ...database } = connectDatabase(connection, node, currentSchema)
  return {
    ...withoutFile,
    ...database,
    engine: 'postgres',
    nodeName: node.name,
    nodeIds: () => readNodeIds(readers.run, database),
    name,
    created,
    problem: () => describeProblem(readers.run, database.catchUp, name),
    serialize: undefined,
    fileSize: undefined,
  }
}

/** Reads `Library.nodeIds`. A commit stores the id of this process where there is none yet, as after a restore. */
const readNodeIds = async (run: RunStatement, { write }: Pick<Database, 'write'>): Promise<string[]> => {
  const read = async () => (await run(selectNodeIds, [])).map(([id]) => String(id))
  const ids = await read()
  if (ids.length > 0) return ids
  await write(async () => {})
  return read()
}

/** @returns true when there was no library and one was created */
const prepareSchema = async (connection: OwnConnection, name: string, options: OpenOptions): Promise<boolean> => {
  const { run } = connection
  await requireServer(run, name)
  const schema = await readSchema(run, name)
  if (schema === undefined && (options.mustExist || options.mayUpgrade === false))
    throw new OperationalError(`There is no library at ${name}.`)
  requireKnownSchema(schema ?? 0, name, options)
  if (schema === currentSchema) return false
  if (schema !== undefined) options.onUpgrade?.(schema, currentSchema)
  const before = await migrate(connection, name)
  // Another node, even of a newer version, may have been first.
  requireKnownSchema(before, name, options)
  return before === 0
}

const requireKnownSchema = (schema: number, name: string, { mayUpgrade = true }: OpenOptions) => {
  if (schema > currentSchema)
    throw new OperationalError(
      `${name} has schema ${schema} of a newer program, and this one knows ${currentSchema}. Use the newer program.`,
    )
  if (schema < currentSchema && !mayUpgrade)
    throw new OperationalError(
      `${name} has schema ${schema} of an older program, and this command does not upgrade it, because it only reads. Start the server, which upgrades it to schema ${currentSchema}.`,
    )
}

/** How long a health check waits for the server, in milliseconds. */
const problemTimeoutMs = 5_000

const describeProblem = async (run: RunStatement, catchUp: Database['catchUp'], name: string) => {
  try {
    // It fails at once while the server is known to be away.
    await withTimeout(catchUp?.() ?? Promise.resolve(), problemTimeoutMs)
    return await withTimeout(findProblem(run), problemTimeoutMs)
  } catch (error) {
    return `The database cannot be used at the moment. ${await describeCause(error, name)}`
  }
}

const findProblem = async (run: RunStatement) => {
  const [[schema] = []] = await run('SELECT schema FROM library_state', [])
  if (Number(schema) !== currentSchema) return 'The library belongs to another version of the program.'
  return describeServerProblem(run)
}
