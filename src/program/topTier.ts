import { readdirSync, readlinkSync } from 'node:fs'
import { isExecutable } from './ownCommand.ts'

/**
 * The commands that a measurement shows to take less CPU time with a late top tier. None of them starts another program: it would inherit the
 * variable.
 */
const longCommands = ['seed', 'import', 'export', 'undo']

/** Read by the engine when it starts, and only from the environment. An engine that does not know the name ends the process. */
const variable = 'BUN_JSC_thresholdForFTLOptimizeAfterWarmUp'

/** The environment in which the top tier of the engine's compiler takes a function after ten times as much use as by default. */
export const lateTopTier = { [variable]: '1000000' }

/**
 * Starts the executable again with a late top tier, if the command is a long one. A process of a second spends more on that tier than it gets
 * back. One of seven seconds took an eighth more CPU time without the tier. The process stays the same: its id, its standard streams, its rights
 * and its working directory.
 */
export const restartWithLateTopTier = (args: string[]): void => {
  const isSet = process.env[variable] !== undefined
  if (isSet || !isExecutable || process.platform !== 'linux' || !longCommands.includes(args[0] ?? '')) return
  try {
    if (inheritsDescriptors()) return
    process.execve?.(process.execPath, [process.argv0, ...args], { ...process.env, ...lateTopTier })
  } catch {
    // The command runs without it as well: the executable may have been removed since it was started. Bun would warn that execve is experimental.
    process.removeAllListeners('warning')
  }
}

/** Whether the parent has left more than the standard streams open, such as a shell does for `<(…)`. Bun's execve closes them. */
const inheritsDescriptors = () =>
  readdirSync('/proc/self/fd').some((descriptor) => Number(descriptor) > 2 && !isOfEngine(descriptor))

const isOfEngine = (descriptor: string) => {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith('anon_inode:')
  } catch {
    // It was open while the folder was read.
    return true
  }
}
