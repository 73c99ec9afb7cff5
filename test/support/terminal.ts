import { binary } from './binary.ts'

/**
 * Runs the executable in a terminal: each time one of the questions shows up, its answer is typed.
 * @returns the exit code, and all that the terminal showed.
 */
export const runInTerminal = async (words: string[], cwd: string, answers: [question: string, answer: string][]) => {
  const decoder = new TextDecoder()
  let shown = ''
  let searched = 0
  const left = [...answers]
  const child = Bun.spawn([await binary(), ...words], {
    cwd,
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm-256color' },
    timeout: 30_000,
    terminal: {
      cols: 100,
      rows: 40,
      data: (terminal, data) => {
        shown += decoder.decode(data, { stream: true })
        const [question, answer] = left[0] ?? ['', '']
        const at = question === '' ? -1 : shown.indexOf(question, searched)
        if (at < 0) return
        left.shift()
        searched = at + question.length
        terminal.write(answer)
      },
    },
  })
  const code = await child.exited
  child.terminal?.close()
  return { code, shown }
}
