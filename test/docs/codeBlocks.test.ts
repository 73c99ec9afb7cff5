import { expect, test } from 'bun:test'
import { blocksUnder, blockUnder, codeBlocks, parseCodeBlocks } from '../support/codeBlocks.ts'

test('blocks have their line, headings, language, code and mark', () => {
  const page = `# Page

## First

\`\`\`sh
# This is no heading.
ls
\`\`\`

### Below first

- In a list:

  <!-- not run: it is an example -->
  \`\`\`
  $ ls

    indented
  \`\`\`

## Second

\`\`\`json
{}
\`\`\`
`
  expect(parseCodeBlocks('page.md', page)).toEqual([
    {
      page: 'page.md',
      line: 5,
      headings: ['Page', 'First'],
      language: 'sh',
      code: '# This is no heading.\nls\n',
      mark: undefined,
    },
    {
      page: 'page.md',
      line: 15,
      headings: ['Page', 'First', 'Below first'],
      language: '',
      code: '$ ls\n\n  indented\n',
      mark: 'not run: it is an example',
    },
    { page: 'page.md', line: 23, headings: ['Page', 'Second'], language: 'json', code: '{}\n', mark: undefined },
  ])
})

test('a block without an end is an error', () => {
  expect(() => parseCodeBlocks('page.md', '# Page\n\n```sh\nls\n')).toThrow('page.md:3 has no closing fence.')
})

test('blocks are found by their heading', async () => {
  expect(await blocksUnder('docs/install.md', 'Debian package > Install')).not.toBeEmpty()
  expect(blocksUnder('docs/install.md', 'Nothing')).rejects.toThrow(
    'docs/install.md has no block of sh below "Nothing".',
  )
  expect(blockUnder('docs/install.md', 'Install')).rejects.toThrow(/has \d+ blocks of sh below "Install"/)
})

test('no example has the declaration `using`, which is a SyntaxError in Node before 24', async () => {
  for (const page of ['README.md', ...new Bun.Glob('docs/*.md').scanSync('.')])
    for (const { code, language, line } of await codeBlocks(page))
      if (['js', 'ts', 'tsx'].includes(language)) expect(`${page}:${line} ${code}`).not.toMatch(/^\s*(await )?using /m)
})
