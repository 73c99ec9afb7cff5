import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary, runBinary } from './binary.ts'
import { maxMs } from './bounds.ts'
import { programPath } from './packages.ts'

export type Shell = 'bash' | 'zsh' | 'fish'

/**
 * Loads the completion script of the executable into a real shell, and asks it what it offers at the end of each line.
 * @param folder - the working directory, in which it creates `shell`, a folder for its own files and the name of the executable
 * @returns what it offers for each line, sorted
 */
export const listCompletions = async (shell: Shell, folder: string, lines: string[]): Promise<string[][]> => {
  const { out, err } = await runBinary(['completion', shell], { cwd: folder })
  if (err) throw new Error(err)
  const home = join(folder, 'shell')
  mkdirSync(join(home, 'bin'), { recursive: true })
  symlinkSync(await binary(), join(home, 'bin', 'music-library'))
  const script = join(home, 'completion')
  writeFileSync(script, out)
  return shell === 'fish' ? askFish(script, home, folder, lines) : askInTerminal(shell, script, home, folder, lines)
}

const environment = (home: string) => ({
  PATH: `${join(home, 'bin')}:${process.env.PATH}`,
  HOME: home,
  TERM: 'dumb',
  LC_ALL: 'C',
})

/** fish can complete a line without a terminal. */
const askFish = async (script: string, home: string, cwd: string, lines: string[]) => {
  const program = 'source $argv[1]; for line in $argv[2..-1]; complete -C $line; echo ---; end'
  const child = Bun.spawn([programPath('fish'), '--no-config', '-c', program, script, ...lines], {
    cwd,
    env: environment(home),
    stderr: 'inherit',
    timeout: maxMs(30_000),
  })
  const answers = (await child.stdout.text()).split('---\n').slice(0, -1)
  return answers.map((answer) => {
    const entries = answer.split('\n').filter(Boolean)
    return entries.map((entry) => entry.replace(/\t.*/, '')).sort()
  })
}

const prompt = 'PROMPT>'

const terminals = {
  bash: {
    flags: ['--noprofile', '--norc', '-i'],
    settings: `unset HISTFILE; PS1='${prompt}'; for s in 'enable-bracketed-paste off' 'completion-query-items 0' 'page-completions off'; do bind "set $s"; done`,
    /** Readline lists the completions for it, and does not insert them. */
    listKey: '\x1b?',
  },
  zsh: {
    flags: ['-f', '-i'],
    settings: `PS1='${prompt}'; unset zle_bracketed_paste; unsetopt prompt_sp prompt_cr; LISTMAX=10000; autoload -U compinit; compinit -D -u; zstyle ':completion:*' verbose no; bindkey '^G' list-choices`,
    listKey: '\x07',
  },
}

/** Types each line, and the key that lists its completions. */
const askInTerminal = async (shell: 'bash' | 'zsh', script: string, home: string, cwd: string, lines: string[]) => {
  const { flags, settings, listKey } = terminals[shell]
  const ctrlU = '\x15'
  // The shell evaluates the sum, so the text that is waited for is only in what the shell prints.
  const end = `END42\r\n${prompt}`
  const inputs = lines.map((line) => `${line}${listKey}${ctrlU}echo END$((40+2))\n`)
  inputs.unshift(`${settings}; source ${script}; echo END$((40+2))\n`)
  const answers: string[] = []
  let display = ''
  const decoder = new TextDecoder()
  const child = Bun.spawn([shell === 'bash' ? shell : programPath(shell), ...flags], {
    cwd,
    env: environment(home),
    timeout: maxMs(30_000),
    terminal: {
      cols: 200,
      rows: 100,
      data: (terminal, data) => {
        display += decoder.decode(data, { stream: true })
        if (answers.length === inputs.length || !display.endsWith(end)) return
        answers.push(display)
        display = ''
        terminal.write(inputs[answers.length] ?? 'exit\n')
      },
    },
  })
  child.terminal?.write(inputs[0] ?? '')
  await child.exited
  child.terminal?.close()
  if (answers.length < inputs.length) throw new Error(`${shell} listed no completions: ${display}`)
  return answers.slice(1).map((answer, index) => {
    // A list is below the line, and above the next prompt.
    const [listed = ''] = answer.slice(lines[index]?.length).split(prompt)
    return /^\r+\n/.test(listed) ? listed.split(/\s+/).filter(Boolean).sort() : []
  })
}
