import { join } from 'node:path'

const root = join(import.meta.dir, '../..')

/** A fenced block of code in a page. */
export interface CodeBlock {
  /** The page, relative to the root of the repository, such as `docs/install.md`. */
  page: string
  /** The line of the page on which the opening fence is; the first line is 1. */
  line: number
  /** The headings above the block, the highest level first. */
  headings: string[]
  /** What stands behind the opening fence, such as `sh`; empty if nothing does. */
  language: string
  /** The lines between the fences, without the indentation of the fence. It ends with a newline. */
  code: string
  /** The text of an HTML comment on the line above the fence; undefined if there is none. */
  mark: string | undefined
}

/** All blocks of code of a page, in order. The page is a path relative to the root of the repository. */
export const codeBlocks = async (page: string): Promise<CodeBlock[]> =>
  parseCodeBlocks(page, await Bun.file(join(root, page)).text())

/** All blocks of code in a Markdown text. */
export const parseCodeBlocks = (page: string, markdown: string): CodeBlock[] => {
  const blocks: CodeBlock[] = []
  const lines = markdown.split('\n')
  const headings: string[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    const heading = /^(#{1,6}) (.*)$/.exec(line)
    if (heading) headings.splice((heading[1]?.length ?? 1) - 1, headings.length, heading[2] ?? '')
    const [, indentation, language] = /^(\s*)```(\S*)$/.exec(line) ?? []
    if (indentation === undefined || language === undefined) continue
    const end = lines.indexOf(`${indentation}\`\`\``, index + 1)
    if (end < 0) throw new Error(`${page}:${index + 1} has no closing fence.`)
    const code = lines.slice(index + 1, end).map((text) => `${text.replace(indentation, '')}\n`)
    const mark = /^\s*<!-- (.*) -->$/.exec(lines[index - 1] ?? '')?.[1]
    blocks.push({ page, line: index + 1, headings: headings.filter(Boolean), language, code: code.join(''), mark })
    index = end
  }
  return blocks
}

/**
 * The code of the blocks in one language below a heading, up to the next heading of the same or a higher level. Headings of
 * several levels, such as `Container > Upgrade`, name one that is there more than once.
 *
 * @throws Error if there is none.
 */
export const blocksUnder = async (page: string, heading: string, language = 'sh'): Promise<string[]> => {
  const blocks = await codeBlocks(page)
  const found = blocks.filter((block) => block.language === language && isBelow(block, heading.split(' > ')))
  if (found.length === 0) throw new Error(`${page} has no block of ${language} below "${heading}".`)
  return found.map(({ code }) => code)
}

/** Whether a block is below all headings of a path, which may leave out levels. */
const isBelow = ({ headings }: CodeBlock, path: string[]): boolean => {
  let rest = headings
  return path.every((heading) => {
    const index = rest.indexOf(heading)
    rest = rest.slice(index + 1)
    return index >= 0
  })
}

/**
 * The code of the only block in one language below a heading, as for {@link blocksUnder}.
 *
 * @throws Error if there is none, or more than one.
 */
export const blockUnder = async (page: string, heading: string, language = 'sh'): Promise<string> => {
  const [code = '', ...others] = await blocksUnder(page, heading, language)
  if (others.length > 0) throw new Error(`${page} has ${others.length + 1} blocks of ${language} below "${heading}".`)
  return code
}
