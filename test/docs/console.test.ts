import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CodeBlock, codeBlocks } from '../support/codeBlocks.ts'
import { type ConsoleHome, openConsoleHome } from '../support/consoleHome.ts'
import { parseCommands } from '../support/consoleText.ts'
import { isMissing, withPrograms } from '../support/programs.ts'
import { setups } from './setups/pages.ts'

const root = join(import.meta.dir, '../..')
const pages = ['README.md', ...[...new Bun.Glob('docs/*.md').scanSync(root)].toSorted()]

/** Languages of blocks that are no commands. Other tests run the code in `ts` and `js`. */
const otherLanguages = [
  'caddyfile',
  'csv',
  'ini',
  'js',
  'json',
  'nginx',
  'powershell',
  'sql',
  'text',
  'toml',
  'ts',
  'tsx',
  'yaml',
]

/** What becomes of a block: it is run here, by another test, or not at all, or it has no commands. */
const kindOf = ({ language, code, mark, page, line }: CodeBlock): 'run' | 'elsewhere' | 'not run' | 'no commands' => {
  if (otherLanguages.includes(language)) return 'no commands'
  if (language !== 'sh' && !(language === '' && code.startsWith('$ ')))
    throw new Error(`${page}:${line} is a block of a kind that no test knows. Give it a language.`)
  if (mark?.startsWith('not run: ')) return 'not run'
  if (mark?.startsWith('run by ')) return 'elsewhere'
  return 'run'
}

const blocks = (await Promise.all(pages.map(codeBlocks))).flat()

test('a test runs each block of commands, or its mark says why none does', () => {
  const kinds = blocks.map(kindOf)
  expect(kinds.filter((kind) => kind === 'run').length).toBeGreaterThan(40)
})

test('a test that a mark names is there, and takes blocks from the page', () => {
  for (const { mark, page, line } of blocks) {
    const file = /^run by (\S+)$/.exec(mark ?? '')?.[1]
    if (!file) continue
    const place = `${page}:${line}`
    expect([place, existsSync(join(root, file))]).toEqual([place, true])
    expect([place, readFileSync(join(root, file), 'utf8').includes(page)]).toEqual([place, true])
  }
})

test('each setup belongs to a heading with a block that is run', () => {
  for (const [page, sections] of Object.entries(setups))
    for (const heading of Object.keys(sections)) {
      const found = blocks.some((block) => block.page === page && block.headings.at(-1) === heading)
      expect([page, heading, found]).toEqual([page, heading, true])
    }
})

/** Runs the commands of a block. A block is one terminal: a server in it has ended when the next command is typed there. */
const runBlock = async (block: CodeBlock, home: ConsoleHome, attempt: (step: () => unknown) => Promise<void>) => {
  let isServing = false
  for (const { command, output } of parseCommands(block)) {
    if (isServing || /music-library (serve|restore)/.test(command)) await attempt(home.stopServer)
    await attempt(() => home.run(command, output))
    isServing = /music-library serve/.test(command)
  }
}

/** Runs the blocks of a page in order, with the setup of each section. @returns what failed, with its line */
const runPage = async (page: string, home: ConsoleHome) => {
  const failures: string[] = []
  const attempt = async (place: string, step: () => unknown) => {
    try {
      await step()
    } catch (error) {
      failures.push(`${place}: ${error instanceof Error ? error.message : error}`)
    }
  }
  const toRun = blocks.filter((block) => block.page === page && kindOf(block) === 'run')
  for (const [heading, section] of Map.groupBy(toRun, ({ headings }) => headings.at(-1) ?? '')) {
    const setup = setups[page]?.[heading]
    await attempt(`${page}, "${heading}"`, () => setup?.before?.(home))
    for (const [index, block] of section.entries()) {
      const place = `${page}:${block.line}`
      await attempt(place, () => setup?.beforeBlock?.(home, index))
      await attempt(place, () => runBlock(block, home, (step) => attempt(place, step)))
    }
    await attempt(`${page}, "${heading}"`, () => setup?.after?.(home))
  }
  await attempt(page, home.stopServer)
  return failures
}

/** The programs beside ours that the commands of a page, and the setups of its sections, run. */
const programsOf = (page: string) => {
  const codes = blocks.filter((block) => block.page === page && kindOf(block) === 'run').map(({ code }) => code)
  const named = ['beet', 'git', 'sqlite3'].filter((name) => codes.some((code) => new RegExp(`\\b${name} `).test(code)))
  return ['curl', ...named]
}

const pagesToRun = pages.filter((page) => blocks.some((block) => block.page === page && kindOf(block) === 'run'))

for (const page of pagesToRun) {
  const programs = programsOf(page)
  withPrograms(programs, test.concurrent.skipIf(isMissing(programs)))(
    `the commands of ${page} run, and print what the page shows`,
    async () => {
      await using home = await openConsoleHome()
      expect((await runPage(page, home)).join('\n')).toBe('')
    },
  )
}
