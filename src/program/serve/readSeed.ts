import type { ServeFlags } from '../serveFlags.ts'

/** Reads the catalogue that the flags name. */
export const readSeed = async ({ sample, seed: file }: ServeFlags) => {
  if (file !== undefined) return { name: file, text: await (await import('../readText.ts')).readText(file) }
  if (sample) {
    const { sampleCatalogue } = await import('../../seeding/sample.ts')
    return { name: 'the sample catalogue', text: sampleCatalogue() }
  }
}
