import { OperationalError } from '../../base/errors.ts'
import { maxClockDifferenceMs, serverTime } from './node.ts'
import type { RunStatement } from './session.ts'

/** The oldest version of PostgreSQL that is supported. */
const minVersion = 14

const selectSettings = `SELECT pg_is_in_recovery(), current_setting('fsync'), current_setting('full_page_writes'),
  current_setting('synchronous_commit'), current_setting('server_encoding'), current_setting('server_version_num'), ${serverTime}`

/** Each setting that could lose acknowledged writes, with the values that do not. */
const durableValues = [
  ['fsync', ['on']],
  ['full_page_writes', ['on']],
  // `local`, `remote_write` and `off` acknowledge commits that a failure can take back.
  ['synchronous_commit', ['on', 'remote_apply']],
] as const

/** Returns a sentence that says why a server can't keep a library; undefined if it can. */
export const describeServerProblem = async (run: RunStatement): Promise<string | undefined> => {
  const [row = []] = await run(selectSettings, [])
  const [isStandby, fsync, fullPageWrites, synchronousCommit, encoding, version, serverMs] = row.map(String)
  if (isStandby === 'true') return 'It is a standby server, which only reads. Name the primary server.'
  const major = Math.floor(Number(version) / 10_000)
  if (major < minVersion) return `It is PostgreSQL ${major}. Use version ${minVersion} or later.`
  if (encoding !== 'UTF8') return `Its encoding is ${encoding}. Create the database with ENCODING 'UTF8'.`
  const seconds = Math.round((Date.now() - Number(serverMs)) / 1000)
  if (Math.abs(seconds) * 1000 > maxClockDifferenceMs)
    return `The clock of this machine is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the clock of the server. Set both with a time server.`
  const values = [fsync, fullPageWrites, synchronousCommit]
  for (const [index, [setting, allowed]] of durableValues.entries()) {
    const value = values[index] ?? ''
    if (allowed.some((durable) => durable === value)) continue
    return `Its setting ${setting} is "${value}", with which acknowledged changes can be lost. Set it to ${allowed.join(' or ')}.`
  }
}

/** @throws OperationalError for a server that can't keep a library */
export const requireServer = async (run: RunStatement, name: string): Promise<void> => {
  const problem = await describeServerProblem(run)
  if (problem) throw new OperationalError(`The database ${name} can't be used. ${problem}`)
}
