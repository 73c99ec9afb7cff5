import type { Command } from 'commander'
import { type CommandDescription, describeCommands } from '../describeCommands.ts'
import { renderBash } from './bash.ts'
import { renderFish } from './fish.ts'
import { renderZsh } from './zsh.ts'

const renderers = {
  bash: renderBash,
  zsh: renderZsh,
  fish: renderFish,
} satisfies Record<string, (commands: CommandDescription[]) => string>

export type Shell = keyof typeof renderers

export const shells = Object.keys(renderers)

/** The script with which a shell completes the commands of the program. @param program - with all commands */
export const renderCompletion = (shell: Shell, program: Command): string => renderers[shell](describeCommands(program))
