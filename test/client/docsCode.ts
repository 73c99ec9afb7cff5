import { blocksUnder } from '../support/codeBlocks.ts'

/** The code of the page about the client, which is one program in several blocks. */
export const readClientPage = async (): Promise<string> =>
  (await blocksUnder('docs/building-on-it.md', 'The client', 'ts')).join('\n')

/** The code of README about the client, which is one block. */
export const readClientReadme = async (): Promise<string> =>
  (await blocksUnder('README.md', 'Call it', 'ts')).filter((code) => code.includes("'music-library/client'")).join('\n')
