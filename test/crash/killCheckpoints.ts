import { join } from 'node:path'
import { errorMessage } from '../../src/base/errors.ts'
import { findIntegrityErrors, openForInspection } from '../../src/library/file/integrity.ts'
import { runCommand } from '../support/commandRun.ts'
import type { KillScenario } from './killScenarios.ts'
import { makeNewerThanWal } from './library.ts'

/** The program is killed after a random time up to this one from its first write on, in milliseconds. */
const maxRunMs = 150

/** Kills a program that writes and checkpoints all the time. The library and its WAL belong together after each kill. */
export const killCheckpoints: KillScenario = async (folder, kills, random) => {
  const path = join(folder, 'library.db')
  await runCommand(['seed', '--sample', '1000', '--new', '--database', path], { cwd: folder })
  const failures: string[] = []
  let checked = 0
  for (let round = 0; round < kills; round++) {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, 'checkpointer.ts'), path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await child.stdout.getReader().read()
    await Promise.race([child.exited, Bun.sleep(random() * maxRunMs)])
    child.kill('SIGKILL')
    await child.exited
    if (child.signalCode !== 'SIGKILL') failures.push(`round ${round}: the program has ended by itself`)
    if (makeNewerThanWal(path)) checked++
    try {
      using client = openForInspection(path)
      failures.push(...findIntegrityErrors(client).map((error) => `round ${round}: ${error}`))
    } catch (error) {
      failures.push(`round ${round}: ${errorMessage(error)}`)
    }
  }
  return { kills, checked, failures }
}
