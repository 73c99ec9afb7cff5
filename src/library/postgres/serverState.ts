import type { Finding } from '../diagnose.ts'
import type { RunStatement } from './session.ts'

const selectStandbys = `SELECT current_setting('synchronous_standby_names'), pg_has_role('pg_read_all_stats', 'USAGE'),
  count(*), count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')) FROM pg_stat_replication`

/** Whether what is acknowledged is on more than one server. */
export const checkStandbys = async (run: RunStatement): Promise<Finding> => {
  const what = 'standbys'
  const [[names, maySee, all, synchronous] = []] = await run(selectStandbys, [])
  if (names === '')
    return {
      what,
      state: 'note',
      says: `none of ${all} is synchronous (synchronous_standby_names): the newest changes are on the disk of one server`,
    }
  if (!maySee) return { what, state: 'note', says: `${names}; this role may not see whether they are connected` }
  if (Number(synchronous) === 0)
    return {
      what,
      state: 'wrong',
      says: `synchronous_standby_names is "${names}", and none is connected: each write waits`,
    }
  return { what, state: 'good', says: `${synchronous} of ${all} synchronous` }
}

/** A transaction that holds the lock of writes for longer is reported, in seconds. */
const maxLockSeconds = 10

const selectLockHolder = `SELECT pid, application_name, state, round(extract(epoch FROM clock_timestamp() - xact_start))::bigint
  FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND classid = 0 AND objid = 730510118 AND objsubid = 1 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/** Whether a transaction keeps all others from writing. */
export const checkWrites = async (run: RunStatement): Promise<Finding> => {
  const what = 'writes'
  const [[pid, program, state, seconds] = []] = await run(selectLockHolder, [])
  if (Number(seconds ?? 0) < maxLockSeconds)
    return { what, state: 'good', says: 'no transaction keeps others from writing' }
  const says = `Process ${pid} (${program}) has kept all others from writing for ${seconds} seconds`
  if (state !== 'idle in transaction') return { what, state: 'note', says }
  return { what, state: 'wrong', says: `${says}, and does nothing. End it: SELECT pg_terminate_backend(${pid})` }
}

/** With a larger share of used connections there may soon be none for another node. */
const maxUsedShare = 0.8

const selectConnections = `SELECT count(*), current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint
  FROM pg_stat_activity WHERE backend_type = 'client backend'`

export const checkConnections = async (run: RunStatement): Promise<Finding> => {
  const what = 'connections'
  const [[used, max] = []] = await run(selectConnections, [])
  const says = `${used} of ${max} are in use`
  if (Number(used) <= maxUsedShare * Number(max)) return { what, state: 'good', says }
  return { what, state: 'note', says: `${says}; raise max_connections before you start another node` }
}
