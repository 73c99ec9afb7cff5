import { Argument, Command } from 'commander'
import { renderBash } from '../completion/bash.ts'
import { renderFish } from '../completion/fish.ts'
import { renderZsh } from '../completion/zsh.ts'
import { type CommandDescription, describeCommands } from '../describeCommands.ts'
import { printText } from '../output/write.ts'

const renderers = {
  bash: renderBash,
  zsh: renderZsh,
  fish: renderFish,
} satisfies Record<string, (commands: CommandDescription[]) => string>

type Shell = keyof typeof renderers

export const shells = Object.keys(renderers)

/** The script with which a shell completes the commands of the program. @param program - with all commands */
export const renderCompletion = (shell: Shell, program: Command): string => renderers[shell](describeCommands(program))

const help = `
The script completes commands, options and their values. For example:
  music-library completion bash > ~/.local/share/bash-completion/completions/music-library
  music-library completion zsh > ~/.zfunc/_music-library
  music-library completion fish > ~/.config/fish/completions/music-library.fish
The first one needs the package bash-completion. Without it, add to ~/.bashrc: source <(music-library completion bash)
The second one needs in ~/.zshrc, before compinit: fpath+=~/.zfunc`

export const completionCommand = () =>
  new Command('completion')
    .description('print a script with which a shell completes commands and options')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .addHelpText('after', help)
    .action((shell: Shell, _, { parent }: Command) => {
      if (parent) printText(renderCompletion(shell, parent))
    })
