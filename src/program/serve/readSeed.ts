import type { ServeFlags } from '../commands/serve.ts'
import { sampleText } from '../sampleFlag.ts'

/** Reads the catalogue that the flags name. */
export const readSeed = async ({ sample, seed: file }: ServeFlags) => {
  if (file !== undefined) return { name: file, text: await (await import('../readText.ts')).readText(file) }
  if (sample) {
    const name = sample === true ? 'the sample catalogue' : 'the made-up catalogue'
    return { name, text: await sampleText(sample) }
  }
}
