import { Argument, Command } from 'commander'
import { complete } from '../completion/complete.ts'
import { completionScripts } from '../completion/scripts.ts'
import { describeCommands } from '../describeCommands.ts'
import { printText } from '../output/write.ts'

const help = `
The script completes commands, options and their values. For example:
  music-library completion bash > ~/.local/share/bash-completion/completions/music-library
  music-library completion zsh > ~/.zfunc/_music-library
  music-library completion fish > ~/.config/fish/completions/music-library.fish
The first one needs the package bash-completion. Without it, add to ~/.bashrc: source <(music-library completion bash)
The second one needs in ~/.zshrc, before compinit: fpath+=~/.zfunc`

export const completionCommand = () =>
  new Command('completion')
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(completionScripts)))
    .addHelpText('after', help)
    .action((shell: keyof typeof completionScripts) => printText(completionScripts[shell]))

/**
 * What the scripts start.
 * @param createProgram - creates the program with the command that the words name, or with all of them
 * @param summaries - what each command does; for the name of a command none is loaded
 */
export const completeCommand = (
  createProgram: (typed: string[]) => Promise<Command>,
  summaries: Record<string, string>,
) =>
  new Command('__complete').argument('[words...]').action(async (typed: string[]) => {
    const [first = '', ...others] = typed
    const isCommand = others.length === 0 && !first.startsWith('-')
    const { kind, words } = isCommand
      ? { kind: 'words', words: Object.entries(summaries) }
      : complete(describeCommands(await createProgram(typed)), typed)
    printText([kind, ...words.map((word) => word.join('\t'))].map((line) => `${line}\n`).join(''))
  })
