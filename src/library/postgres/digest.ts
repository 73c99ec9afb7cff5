import type { Database as Sqlite } from 'bun:sqlite'
import { OperationalError } from '../../base/errors.ts'
import { type CopiedTable, listNames, pageSize, quoteName, readPages } from './copiedTables.ts'
import type { RunStatement } from './session.ts'

// Each row becomes a text: the length of each value in bytes, and the value. Both engines make the same text of the same row.

const selectRows = ({ name, columns, key }: CopiedTable, cast: string) => {
  const values = columns
    .map(quoteName)
    .map((column) => `coalesce(octet_length(${column}${cast}) || ':' || ${column}, '-')`)
  return `SELECT ${values.join(' || ')} AS row FROM ${quoteName(name)} ORDER BY ${listNames(key)}`
}

/** The number of rows of a table, and the SHA-256 of all of them in the order of the primary key. */
interface Digest {
  rows: number
  sha256: string
}

/** Digests rows. Few long texts are hashed faster than many short ones. */
const createDigest = () => {
  const hasher = new Bun.CryptoHasher('sha256')
  let rows = 0
  return {
    add: (page: readonly string[]) => {
      hasher.update(page.join(''))
      rows += page.length
    },
    result: (): Digest => ({ rows, sha256: hasher.digest('hex') }),
  }
}

const digestFile = (client: Sqlite, table: CopiedTable): Digest => {
  const digest = createDigest()
  let page: string[] = []
  for (const { row } of client.query<{ row: string }, []>(selectRows(table, '')).iterate()) {
    page.push(row)
    if (page.length < pageSize) continue
    digest.add(page)
    page = []
  }
  digest.add(page)
  return digest.result()
}

const digestDatabase = async (run: RunStatement, table: CopiedTable): Promise<Digest> => {
  const digest = createDigest()
  for await (const page of readPages(run, selectRows(table, '::text'))) digest.add(page.map(([row]) => String(row)))
  return digest.result()
}

/**
 * Makes sure that a file and a database have the same rows. The transaction of `run` sees one state of the database.
 * @param copy - the name of that which was copied to, in messages
 * @throws OperationalError if they differ
 */
export const requireEqualRows = async (
  client: Sqlite,
  run: RunStatement,
  tables: readonly CopiedTable[],
  copy: string,
): Promise<void> => {
  for (const table of tables) {
    const [inDatabase, inFile] = [await digestDatabase(run, table), digestFile(client, table)]
    if (Bun.deepEquals(inDatabase, inFile)) continue
    throw new OperationalError(
      `The rows of the table ${table.name} in the copy ${copy} differ from the library. The copy was deleted.`,
    )
  }
}
