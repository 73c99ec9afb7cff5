import sample from '../../seed/catalogue.json' with { type: 'text' }

/** The text of the sample catalogue, a file of real albums that comes with the program. */
export const sampleCatalogue = (): string => sample as unknown as string // the import says text; its type says JSON
