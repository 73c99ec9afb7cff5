import { renderCompletion } from '../../src/program/commands/completion.ts'
import { createProgram } from '../../src/program/program.ts'

/** The completion scripts, under the names that they have in the folders where the shells look for them. */
export const renderCompletions = async (): Promise<Record<string, string>> => {
  const program = await createProgram([])
  return {
    'music-library.bash': renderCompletion('bash', program),
    '_music-library': renderCompletion('zsh', program),
    'music-library.fish': renderCompletion('fish', program),
  }
}
