import { binary } from './binary.ts'
import { maxMs } from './bounds.ts'

export type Dialogue = [question: string, answer: string][]

/** Runs the executable in a pseudo-terminal, as `runCommandInTerminal` does. */
export const runInTerminal = async (args: string[], cwd: string, dialogue: Dialogue, columns?: number) =>
  await runCommandInTerminal([await binary(), ...args], cwd, dialogue, columns)

/**
 * Runs a command in a pseudo-terminal. Each time the next question is displayed, its answer is typed.
 * @param columns - the width of the terminal; with 0 it has no height either, as a serial console
 * @returns the exit code, and everything that the terminal displayed
 */
export const runCommandInTerminal = async (command: string[], cwd: string, dialogue: Dialogue, columns = 100) => {
  const decoder = new TextDecoder()
  const remaining = [...dialogue]
  let display = ''
  let searchFrom = 0
  // Bun gives a terminal at least one column.
  const withoutWidth = ['sh', '-c', 'stty cols 0 rows 0; exec "$0" "$@"', ...command]
  const child = Bun.spawn(columns === 0 ? withoutWidth : command, {
    cwd,
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm-256color' },
    timeout: maxMs(30_000),
    terminal: {
      cols: columns || 100,
      rows: 40,
      data: (terminal, data) => {
        display += decoder.decode(data, { stream: true })
        const [question, answer] = remaining[0] ?? []
        if (question === undefined || answer === undefined) return
        const index = display.indexOf(question, searchFrom)
        if (index < 0) return
        remaining.shift()
        searchFrom = index + question.length
        terminal.write(answer)
      },
    },
  })
  const code = await child.exited
  child.terminal?.close()
  return { code, display }
}
