import { sampleCatalogue } from '../sample.ts'
import type { GeneratedCatalogue } from './generateCatalogue.ts'

/** `sample`, `empty`, a catalogue, or the numbers of one that is made up. */
export type NamedCatalogue = 'sample' | 'empty' | object

/** The text of a catalogue file. @throws UsageError for numbers of which no catalogue is made */
export const catalogueText = async (catalogue: NamedCatalogue): Promise<string> => {
  if (catalogue === 'sample') return sampleCatalogue()
  if (catalogue === 'empty') return '{}'
  if (typeof Reflect.get(catalogue, 'tracks') !== 'number') return JSON.stringify(catalogue)
  // Loaded only when it is asked for.
  const { generateCatalogue } = await import('./generateCatalogue.ts')
  return generateCatalogue(catalogue as GeneratedCatalogue)
}
