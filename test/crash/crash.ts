import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../migrations/index.ts'
import { verifyLibrary } from '../../src/library/integrity.ts'
import { binary, runBinary, serveBinary } from '../support/binary.ts'
import { client } from '../support/client.ts'
import { makeOld } from '../support/fixtures.ts'
import { Ledger } from './ledger.ts'
import { writeUntilKilled } from './writers.ts'

// The real executable, killed for real. Each part returns what it saw; faults are sentences, and there should be none.

export interface Figures {
  kills: number
  /** Writes that were acknowledged, or files that were looked at. */
  checked: number
  faults: string[]
}

const env = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse' }
const clients = 4

/** Kills a server over and over while clients write, and compares the file with what they were told. */
export const killServing = async (folder: string, kills: number, random: () => number): Promise<Figures> => {
  const path = join(folder, 'data/music-library.db')
  const ledger = new Ledger()
  const faults: string[] = []
  for (let round = 0; round < kills; round++) {
    await using server = await serveBinary([], { cwd: folder, env })
    const nobody = client(server.url)
    const { body } = await nobody.post('/login', { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD })
    const admin = client(server.url, body.token)
    if (round === 0) await furnish(admin, ledger)
    const writing = Array.from({ length: clients }, (_, n) => writeUntilKilled(admin, ledger, `${round}-${n}`, random))
    await Bun.sleep(5 + random() * 150)
    await server.kill()
    await Promise.all(writing)
    faults.push(...ledger.check(path))
    for (const label of ledger.labels.values()) label.asked = []
    settle(ledger, path)
  }
  return { kills, checked: ledger.acknowledged, faults }
}

/** After a kill, what was under way is either there or not, and from then on it is known which. */
const settle = (ledger: Ledger, path: string) => {
  const { labels, liked } = Ledger.read(path)
  for (const [id, label] of ledger.labels) label.known = labels.get(id) ?? label.known
  for (const id of ledger.likes.keys()) ledger.likes.set(id, liked.has(id) ? 'liked' : 'not liked')
}

const furnish = async (admin: ReturnType<typeof client>, ledger: Ledger) => {
  for (const n of [1, 2, 3]) {
    await admin.post('/labels', { name: `label ${n}` })
    ledger.labels.set(n, { known: `label ${n}`, asked: [] })
    await admin.post('/artists', { name: `artist ${n}` })
    await admin.post('/genres', { name: `genre ${n}` })
  }
  for (let n = 0; n < clients; n++) {
    await admin.post('/tracks', { title: `to like ${n}`, file_path: `${n}`, artist_ids: [1, 2], genre_ids: [1] })
  }
}

/** Starts a command, and kills it after a time of up to `most` milliseconds; false when it was quicker. */
const killed = async (words: string[], cwd: string, most: number, random: () => number): Promise<boolean> => {
  const child = Bun.spawn([await binary(), ...words], { cwd, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
  const delay = random() * most
  await Promise.race([child.exited, Bun.sleep(delay)])
  child.kill('SIGKILL')
  await child.exited
  return child.signalCode === 'SIGKILL'
}

/** Kills `seed` over and over: the catalogue has to be there whole, or not at all. */
export const killSeeding = async (folder: string, kills: number, random: () => number): Promise<Figures> => {
  const path = join(folder, 'data/music-library.db')
  const size = 20_000
  const tracks = Array.from({ length: size }, (_, n) => ({ title: `track ${n}`, file_path: `${n}`, artists: ['a'] }))
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify({ artists: [{ name: 'a' }], tracks }))
  await runBinary(['user', 'add', 'admin@example.com', '--admin'], { cwd: folder, stdin: 'correct horse' })
  const faults: string[] = []
  let done = 0
  for (let round = 0; done < kills && round < kills * 4; round++) {
    if (await killed(['seed', 'catalogue.json'], folder, 400, random)) done++
    const { rows } = verifyLibrary(await folded(path))
    const whole = rows.tracks === size && rows.artist_track === size && rows.artists === 1
    const nothing = rows.tracks === 0 && rows.artist_track === 0 && rows.artists === 0
    if (!whole && !nothing) faults.push(`a part of the catalogue is there: ${JSON.stringify(rows)}`)
    if (rows.users !== 1) faults.push('the account is not there')
    if (whole) await runBinary(['seed', '-', '--prune', '--yes'], { cwd: folder, stdin: '{}' })
  }
  return { kills: done, checked: done, faults }
}

/** Opening and closing a library takes its journal in, as the next start does. */
const folded = async (path: string) => {
  await runBinary(['user', 'list', '--database', path], { cwd: '/' })
  return path
}

/** Kills a start that upgrades an old library: the next one has to find it as it was, or upgraded. */
export const killUpgrading = async (folder: string, kills: number, random: () => number): Promise<Figures> => {
  const faults: string[] = []
  let done = 0
  for (let round = 0; done < kills && round < kills * 4; round++) {
    const cwd = join(folder, `${round}`)
    mkdirSync(cwd)
    const path = join(cwd, 'old.db')
    makeOld(1, path)
    if (await killed(['user', 'list', '--database', path], cwd, 40, random)) done++
    const { code, err } = await runBinary(['user', 'list', '--database', path], { cwd })
    if (code !== 0) faults.push(`the next start failed: ${err}`)
    else {
      const { schema, rows } = verifyLibrary(path)
      if (schema !== migrations.length || rows.roles !== 2 || rows.tracks !== 1 || rows.artist_track !== 1)
        faults.push(`it holds ${JSON.stringify(rows)}`)
    }
    rmSync(cwd, { recursive: true })
  }
  return { kills: done, checked: done, faults }
}

/** Kills `backup` over and over: whatever has the name of a backup has to be a good one. */
export const killBackingUp = async (folder: string, kills: number, random: () => number): Promise<Figures> => {
  await runBinary(['seed', '--sample'], { cwd: folder })
  const backups = join(folder, 'data/backups')
  const faults: string[] = []
  let done = 0
  for (let round = 0; done < kills && round < kills * 10; round++) {
    if (await killed(['backup'], folder, 40, random)) done++
  }
  const { code } = await runBinary(['backup'], { cwd: folder })
  if (code !== 0) faults.push('a backup after the kills failed')
  const names = readdirSync(backups)
  for (const name of names) {
    if (!name.endsWith('.db')) faults.push(`${name} was left behind`)
    else if (verifyLibrary(join(backups, name)).rows.tracks !== 229) faults.push(`${name} has not every track`)
  }
  return { kills: done, checked: names.length, faults }
}
