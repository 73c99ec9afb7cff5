import sample from '../../seed/catalogue.json' with { type: 'text' }
import type { GeneratedCatalogue } from './generate/generateCatalogue.ts'

/** The text of the sample catalogue, a file of real albums that comes with the program. */
export const sampleCatalogue = (): string => sample as unknown as string // the import says text; its type says JSON

/** `sample`, `empty`, a catalogue, or the numbers of one that is made up. */
type NamedCatalogue = 'sample' | 'empty' | object

/** The text of a catalogue file. @throws UsageError for numbers of which no catalogue is made */
export const catalogueText = async (catalogue: NamedCatalogue): Promise<string> => {
  if (catalogue === 'sample') return sampleCatalogue()
  if (catalogue === 'empty') return '{}'
  if (typeof Reflect.get(catalogue, 'tracks') !== 'number') return JSON.stringify(catalogue)
  // Loaded only when it is asked for.
  const { generateCatalogue } = await import('./generate/generateCatalogue.ts')
  return generateCatalogue(catalogue as GeneratedCatalogue)
}
