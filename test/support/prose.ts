import { join } from 'node:path'

const root = join(import.meta.dir, '../..')

/** The text of a page without its blocks of code, in which brackets are no links and `#` begins no heading. */
export const readProse = async (page: string): Promise<string> => {
  const text = await Bun.file(join(root, page)).text()
  return text.replaceAll(/^([ \t]*)```[\s\S]*?^\1```$/gm, '')
}

/** The words of a sentence that count, and the sentence as it is displayed, but with backticks around its code. */
interface Sentence {
  text: string
  /** The text without its code. */
  words: string
}

/** The sentences of a Markdown text without blocks of code. Headings, items of lists and cells of tables end them, too. */
export const parseSentences = (prose: string): Sentence[] =>
  prose
    .replaceAll(/<!--.*?-->/gs, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-|]|#+|\d+\.) ?)|(?<=^#.*)\n/m)
    .flatMap((block) => (block.trimStart().startsWith('|') ? block.split(/(?<!\\)\|/) : [block]))
    .flatMap(splitSentences)

const splitSentences = (block: string): Sentence[] => {
  const text = block
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(?:-|#+|\d+\.) /, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
  // Full stops in code end no sentence.
  const code = text.match(/`[^`]*`/g)?.values() ?? [].values()
  return text
    .replaceAll(/`[^`]*`/g, '`')
    .split(/(?<=[.!?:][")]?) (?=[^a-z])/)
    .map((sentence) => ({
      text: sentence.replaceAll('`', () => code.next().value ?? ''),
      words: sentence,
    }))
}
