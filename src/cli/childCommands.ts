import { environmentForChild } from '../config/readSettings.ts'
import type { ProgramCommands } from '../console/deps.ts'
import { CommandFailed } from '../errors.ts'
import { programCommand, typedCommand } from './programCommand.ts'

/** How long stopping waits for the commands in progress. */
const stopTimeoutMs = 5_000

/** Starts a command of this program. Detached: Ctrl-C at the terminal of the server must not interrupt it. */
export const startChild = (args: readonly string[], program = programCommand) =>
  Bun.spawn([...program, ...args], {
    env: environmentForChild(),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    detached: true,
  })

/** @param program - the command that starts this program */
export const createChildCommands = (program = programCommand): ProgramCommands & { stop: () => Promise<void> } => {
  const running = new Set<ReturnType<typeof startChild>>()
  const start = (args: readonly string[]) => {
    const child = startChild(args, program)
    running.add(child)
    child.exited.finally(() => running.delete(child))
    return child
  }
  return {
    typed: typedCommand(),
    run: async (args) => {
      const child = start(args)
      const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
      return { out, err, code }
    },
    stream: async function* (args) {
      const child = start(args)
      const errors = child.stderr.text()
      try {
        for await (const chunk of child.stdout) yield chunk
        if ((await child.exited) !== 0) throw new CommandFailed((await errors).trim() || 'The command was stopped.')
      } finally {
        child.kill('SIGKILL')
      }
    },
    /** Waits for the commands in progress, and ends those that take longer. */
    stop: async () => {
      await Promise.race([Promise.all([...running].map(({ exited }) => exited)), Bun.sleep(stopTimeoutMs)])
      for (const child of running) child.kill('SIGKILL')
    },
  }
}
