import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../migrations/index.ts'
import { verifyLibrary } from '../../src/library/file/integrity.ts'
import { binary, serveBinary } from '../support/binary.ts'
import type { Client } from '../support/client.ts'
import { admin as account, adminVariables, logInAsAdmin } from '../support/cliFolder.ts'
import { runCommand } from '../support/commandRun.ts'
import { createOldLibrary } from '../support/fixtures.ts'
import { AcknowledgedWrites } from './acknowledgedWrites.ts'
import { createCrashLibrary } from './library.ts'
import { labelCount, writeUntilKilled } from './writers.ts'

// Runs the compiled executable, ends it with SIGKILL at random moments, and examines the library that it leaves.

/**
 * Ends the executable `kills` times, in a folder that is empty at first. A command that is quicker than its kill is run
 * again, so that there may be fewer kills when it is always quicker.
 */
export type KillScenario = (folder: string, kills: number, random: () => number) => Promise<KillResult>

export interface KillResult {
  kills: number
  /** The number of acknowledged writes, of states of a library after a kill, or of backup files that were examined. */
  checked: number
  /** Sentences; empty if nothing was lost. */
  failures: string[]
}

const writerCount = 4
/** The server is killed after a random time between these two. */
const minServeMs = 5
const maxServeMs = 155
/** On a slow machine few writes are acknowledged in this time. So every second kill comes this number of them later. */
const writesBeforeKill = 12

/** The longest random time until a command is killed: about as long as the command takes. */
const maxSeedMs = 400
const maxUpgradeMs = 40
const maxBackupMs = 40
/** How often a command is run for each kill, because a command may be quicker than its kill. */
const maxRunsPerKill = 4
const maxBackupRunsPerKill = 10

const seededTrackCount = 20_000
const sampleTrackCount = 229

/** Kills a server again and again while clients write and compares the library with the writes that it acknowledged. */
export const killServer: KillScenario = async (folder, kills, random) => {
  await using library = await createCrashLibrary(folder)
  const env = { ...adminVariables, ...library.env }
  const writes = new AcknowledgedWrites()
  const failures: string[] = []
  for (let round = 0; round < kills; round++) {
    await using server = await serveBinary([], { cwd: folder, env })
    const admin = await logInAsAdmin(server)
    if (round === 0) await createFixtures(admin, writes)
    const writers = Array.from({ length: writerCount }, (_, n) =>
      writeUntilKilled({ admin, writes, random, namePrefix: `${round}-${n}` }),
    )
    const minCount = writes.count + writesBeforeKill
    while (round % 2 === 1 && writes.count < minCount && server.isRunning) await Bun.sleep(1)
    await Bun.sleep(minServeMs + random() * (maxServeMs - minServeMs))
    await server.kill()
    await Promise.all(writers)
    await library.settle()
    failures.push(...(await writes.findFailures(library.databaseUrl)))
    await writes.resolveInFlight(library.databaseUrl)
  }
  return { kills, checked: writes.count, failures }
}

/** Creates the records that the writers change, in a new library, so that their ids start at 1. */
const createFixtures = async (admin: Client, writes: AcknowledgedWrites) => {
  for (let id = 1; id <= labelCount; id++) {
    await admin.post('/labels', { name: `label ${id}` })
    writes.labels.set(id, { acknowledgedName: `label ${id}`, requestedNames: [] })
    await admin.post('/artists', { name: `artist ${id}` })
    await admin.post('/genres', { name: `genre ${id}` })
  }
}

/** Runs a command, and kills it after a random time of up to `maxMs`. @returns false if the command was quicker */
const runAndKill = async (
  args: string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
  maxMs: number,
  random: () => number,
): Promise<boolean> => {
  const child = Bun.spawn([await binary(), ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  await Promise.race([child.exited, Bun.sleep(random() * maxMs)])
  child.kill('SIGKILL')
  await child.exited
  return child.signalCode === 'SIGKILL'
}

/** Kills `seed` again and again. After each kill the library has to contain all of the catalogue, or nothing of it. */
export const killSeed: KillScenario = async (folder, kills, random) => {
  await using library = await createCrashLibrary(folder)
  const options = { cwd: folder, env: library.env }
  const tracks = Array.from({ length: seededTrackCount }, (_, n) => ({
    title: `track ${n}`,
    file_path: `${n}`,
    artists: ['a'],
  }))
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify({ artists: [{ name: 'a' }], tracks }))
  await runCommand(['user', 'add', account.email, '--admin'], { ...options, stdin: account.password })
  const failures: string[] = []
  let killed = 0
  for (let run = 0; killed < kills && run < kills * maxRunsPerKill; run++) {
    if (await runAndKill(['seed', 'catalogue.json'], options, maxSeedMs, random)) killed++
    await library.settle()
    const rows = await library.countRows()
    const isSeeded = rows.tracks === seededTrackCount && rows.artist_track === seededTrackCount && rows.artists === 1
    const isEmpty = rows.tracks === 0 && rows.artist_track === 0 && rows.artists === 0
    if (!isSeeded && !isEmpty) failures.push(`the catalogue is stored in part: ${JSON.stringify(rows)}`)
    if (rows.users !== 1) failures.push('the account is missing')
    // The next run starts with an empty catalogue again.
    if (isSeeded)
      await runCommand(['seed', '-', '--prune', '--prune-at-most', '1000', '--yes'], { ...options, stdin: '{}' })
  }
  return { kills: killed, checked: killed, failures }
}

/** A command that upgrades an old library, and changes nothing else. */
const upgradeCommand = ['token', 'prune', '--unused-for', '1d', '--database']

/** Kills a start that upgrades an old library. The next start has to find it whole, and has to complete the upgrade. */
export const killUpgrade: KillScenario = async (folder, kills, random) => {
  const failures: string[] = []
  let killed = 0
  for (let run = 0; killed < kills && run < kills * maxRunsPerKill; run++) {
    const cwd = join(folder, `${run}`)
    mkdirSync(cwd)
    const path = join(cwd, 'old.db')
    createOldLibrary(1, path)
    if (await runAndKill([...upgradeCommand, path], { cwd }, maxUpgradeMs, random)) killed++
    const { code, err } = await runCommand([...upgradeCommand, path], { cwd })
    if (code === 0) failures.push(...findUpgradeFailures(path))
    else failures.push(`the next start failed: ${err}`)
    rmSync(cwd, { recursive: true })
  }
  return { kills: killed, checked: killed, failures }
}

/** Checks that the library has the current schema, and still the records of the old one. */
const findUpgradeFailures = (path: string): string[] => {
  const { schema, rows } = verifyLibrary(path)
  const isUpgraded = schema === migrations.length && rows.roles === 2 && rows.tracks === 1 && rows.artist_track === 1
  return isUpgraded ? [] : [`after the upgrade to schema ${schema} the rows are ${JSON.stringify(rows)}`]
}

/** Kills `backup` again and again. Every file that has the name of a backup has to be a complete one. */
export const killBackup: KillScenario = async (folder, kills, random) => {
  await using library = await createCrashLibrary(folder)
  const backups = join(folder, 'data/backups')
  const options = { cwd: folder, env: library.env }
  await runCommand(['seed', '--sample', '--new'], options)
  const failures: string[] = []
  let killed = 0
  for (let run = 0; killed < kills && run < kills * maxBackupRunsPerKill; run++) {
    if (await runAndKill(['backup'], options, maxBackupMs, random)) killed++
  }
  const { code } = await runCommand(['backup'], options)
  if (code !== 0) failures.push('a backup after the kills failed')
  const names = readdirSync(backups)
  for (const name of names) {
    if (!name.endsWith('.db')) failures.push(`the temporary file ${name} was not removed`)
    else if (verifyLibrary(join(backups, name)).rows.tracks !== sampleTrackCount)
      failures.push(`${name} lacks some tracks`)
  }
  return { kills: killed, checked: names.length, failures }
}
