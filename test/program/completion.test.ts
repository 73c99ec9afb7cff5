import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import type { Command } from 'commander'
import { createProgram } from '../../src/program/program.ts'
import { createCliFolder, expectFailure } from '../support/cliFolder.ts'
import { type DefineTest, programTest } from '../support/programs.ts'
import { listCompletions, type Shell } from '../support/shells.ts'

/** What the scripts of all shells ask for at the end of a line: the kind of what can stand there, and the words. */
const complete = async (line: string) => {
  using folder = createCliFolder()
  const { out } = await folder.run(['__complete', '--', ...line.split(' ')])
  const [kind, ...words] = out.trim().split('\n')
  // A description follows a tab.
  return { kind, words: words.map((word) => word.replace(/\t.+/, '')).sort() }
}

test.each<[line: string, words: string[]]>([
  ['token ', ['add', 'help', 'list', 'prune', 'revoke']],
  ['serve --registration ', ['closed', 'invite', 'open']],
  // Without a command the options are those of serve.
  ['--registration ', ['closed', 'invite', 'open']],
  ['user role ada@example.com ', ['admin', 'user']],
  ['user role --database library.db ada@example.com ', ['admin', 'user']],
])('at the end of "%s" the words are %p', async (line, words) => {
  expect(await complete(line)).toEqual({ kind: 'words', words })
})

test.each([
  ['seed ', 'file'],
  ['serve --database ', 'file'],
  ['scan ', 'folder'],
  ['serve --host ', 'text'],
  ['--port 8080 tok', 'text'],
  ['token add ', 'text'],
])('at the end of "%s" stands a %s', async (line, kind) => {
  expect(await complete(line)).toEqual({ kind, words: [] })
})

test('all commands and all of their options are offered', async () => {
  using folder = createCliFolder()
  // fish and zsh show what follows the tab.
  expect((await folder.run('__complete -- restore --end')).out).toContain('--end-sessions\trevoke all tokens ')
  const { words } = await complete('')
  expect(words).toEqual(expect.arrayContaining(['serve', 'token', 'help']))
  expect((await complete('help ')).words).toEqual(expect.arrayContaining(['serve', 'token']))
  expect((await complete('audit --action ')).words).toContain('new_network')
  for (const [line, options] of Object.entries(readOptions(await createProgram([]))))
    expect([line, await complete(line)]).toEqual([line, { kind: 'words', words: options }])
})

/** The options of each command, by the line that asks for them. Without a command there are those of serve, too. */
const readOptions = (program: Command): Record<string, string[]> => {
  const serve = program.commands.find((command) => command.name() === 'serve')
  const read = (command: Command, line: string): [string, string[]][] => [
    [`${line} -`.trim(), [...flagsOf(command), '-h', '--help'].sort()],
    ...command.commands.flatMap((subcommand) => read(subcommand, `${line} ${subcommand.name()}`.trim())),
  ]
  const [[line, flags] = ['', []], ...others] = read(program, '')
  return Object.fromEntries([[line, [...flags, ...(serve ? flagsOf(serve) : [])].sort()], ...others])
}

/** Those of a setting that was removed are accepted, and hidden. */
const flagsOf = ({ options }: Command) =>
  options
    .filter(({ hidden }) => !hidden)
    .flatMap(({ short, long }) => [short, long].filter((flag) => flag !== undefined))

const offered: Record<string, string[]> = {
  'music-library tok': ['token'],
  // The executable that the line names is asked.
  'shell/bin/music-library tok': ['token'],
  '~/bin/music-library tok': ['token'],
  'music-library serve --registration i': ['invite'],
  'music-library serve --registration=': ['closed', 'invite', 'open'],
  // The value of the first one is optional.
  'music-library seed --sample --prune': ['--prune', '--prune-at-most'],
  'music-library user role --database file:library.db ada@example.com ': ['admin', 'user'],
  'music-library seed ': ['jazz.json', 'music/', 'notes.txt', 'shell/'],
  'music-library seed j': ['jazz.json'],
  'music-library scan ': ['music/', 'shell/'],
  'music-library serve --host ': [],
}

for (const [shell, shellTest] of [
  ['bash', test],
  ['zsh', programTest('zsh')],
  ['fish', programTest('fish')],
] satisfies [Shell, DefineTest][])
  shellTest(`${shell} completes words, values and file names`, async () => {
    using folder = createCliFolder({ 'jazz.json': '', 'notes.txt': '' })
    mkdirSync(folder.pathOf('music'))
    const lines = Object.keys(offered)
    const lists = await listCompletions(shell, folder.path, lines)
    // zsh offers options, too, where an option has a value without a list.
    const isValue = (line: string, text: string) =>
      !(shell === 'zsh' && line.endsWith('--host ') && text.startsWith('-'))
    const values = lists.map((texts, index) =>
      texts.filter((text) => isValue(lines[index] ?? '', text)).map((text) => text.replace('--registration=', '')),
    )
    expect(Object.fromEntries(lines.map((line, index) => [line, values[index]]))).toEqual(offered)
  })

test('a completion for no shell that is known is wrong usage', async () => {
  using folder = createCliFolder()
  for (const command of ['completion', 'completion tcsh']) expectFailure(await folder.reject(command), 2, '')
})
