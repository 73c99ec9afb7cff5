import { expect, test } from 'bun:test'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { createProgram } from '../../src/program/program.ts'
import { binary, runBinary } from '../support/binary.ts'
import { emptyFolder } from '../support/folder.ts'
import { inLongForm } from '../support/longForm.ts'
import { programPath } from '../support/packages.ts'
import { type DefineTest, programTest } from '../support/programs.ts'
import { listCompletions, type Shell } from '../support/shells.ts'

const shells: [Shell, DefineTest][] = [
  ['bash', test],
  ['zsh', programTest('zsh')],
  ['fish', programTest('fish')],
]

/** A folder with two files and a folder, beside those of the shell. */
const createFolder = () => {
  const folder = emptyFolder()
  writeFileSync(join(folder.path, 'jazz.json'), '')
  writeFileSync(join(folder.path, 'notes.txt'), '')
  mkdirSync(join(folder.path, 'music'))
  return folder
}

const files = ['jazz.json', 'music/', 'notes.txt', 'shell/']
const folders = ['music/', 'shell/']

const expected: Record<string, string[]> = {
  'music-library tok': ['token'],
  // The executable that the line names is asked.
  'shell/bin/music-library tok': ['token'],
  '~/bin/music-library tok': ['token'],
  'music-library token ': ['add', 'help', 'list', 'prune', 'revoke'],
  'music-library token r': ['revoke'],
  'music-library help token': ['token'],
  'music-library serve --registration ': ['closed', 'invite', 'open'],
  'music-library serve --registration i': ['invite'],
  'music-library serve --port 8080 --log-format ': ['auto', 'json', 'text'],
  // Without a command the options are those of serve.
  'music-library --registration ': ['closed', 'invite', 'open'],
  'music-library --port 8080 tok': [],
  'music-library --port 8080 --docs ': ['off', 'on'],
  'music-library user role ada@example.com ': ['admin', 'user'],
  'music-library user role --database file:library.db ada@example.com ': ['admin', 'user'],
  'music-library audit --action new': ['new_network'],
  'music-library completion ': ['bash', 'fish', 'zsh'],
  'music-library schema ': ['accounts', 'catalogue'],
  'music-library seed ': files,
  'music-library seed j': ['jazz.json'],
  'music-library serve --database ': files,
  'music-library --config ': files,
  'music-library scan ': folders,
  'music-library backup --backup-dir ': folders,
  'music-library serve --host ': [],
  'music-library --host ': [],
  'music-library token add ': [],
  'music-library user add ada@example.com --name ': [],
}

for (const [shell, shellTest] of shells) {
  shellTest(`${shell} completes commands, values and file names`, async () => {
    using folder = createFolder()
    const lines = Object.keys(expected)
    const offered = await listCompletions(shell, folder.path, lines)
    // zsh offers options, too, where there are only options or arguments without a list.
    const isList = (texts: string[]) => shell !== 'zsh' || texts.some((text) => !text.startsWith('-'))
    const lists = offered.map((texts) => (isList(texts) ? texts : []))
    expect(Object.fromEntries(lines.map((line, index) => [line, lists[index]]))).toEqual(expected)
  })

  shellTest(
    `${shell} completes values after an equals sign, and options after one whose value is optional`,
    async () => {
      using folder = createFolder()
      const lines = ['music-library serve --registration=', 'music-library seed --sample --prune']
      const [values = [], options] = await listCompletions(shell, folder.path, lines)
      expect(values.map((value) => value.replace('--registration=', ''))).toEqual(['closed', 'invite', 'open'])
      expect(options).toEqual(['--prune', '--prune-at-most'])
    },
  )

  // All shells get them from one list.
  const optionsTest = shell === 'bash' ? test : inLongForm(shellTest)
  optionsTest(`${shell} completes all options of all commands`, async () => {
    using folder = createFolder()
    const options = readOptions(await createProgram([]))
    const lines = Object.keys(options)
    const offered = await listCompletions(shell, folder.path, lines)
    expect(Object.fromEntries(lines.map((line, index) => [line, offered[index]]))).toEqual(options)
  })
}

/** The options of each command, by the line that asks for them. Without a command there are those of serve, too. */
const readOptions = (program: Command): Record<string, string[]> => {
  const serve = program.commands.find((command) => command.name() === 'serve')
  const read = (command: Command, line: string): [string, string[]][] => [
    [`${line} -`, [...flagsOf(command), '-h', '--help'].sort()],
    ...command.commands.flatMap((subcommand) => read(subcommand, `${line} ${subcommand.name()}`)),
  ]
  const [[line, flags] = ['', []], ...others] = read(program, 'music-library')
  return Object.fromEntries([[line, [...flags, ...(serve ? flagsOf(serve) : [])].sort()], ...others])
}

/** Those of a setting that was removed are accepted, and hidden. */
const flagsOf = ({ options }: Command) =>
  options
    .filter(({ hidden }) => !hidden)
    .flatMap(({ short, long }) => [short, long].filter((flag) => flag !== undefined))

programTest('fish')('fish shows what a command and an option do', async () => {
  using folder = emptyFolder()
  const { out } = await runBinary(['completion', 'fish'], { cwd: folder.path })
  symlinkSync(await binary(), join(folder.path, 'music-library'))
  const child = Bun.spawn(
    [programPath('fish'), '--no-config', '-c', "source; complete -C './music-library restore --end'"],
    { cwd: folder.path, stdin: new Blob([out]) },
  )
  expect(await child.stdout.text()).toBe(
    '--end-sessions\trevoke all tokens and invitations in the restored library; clients have to log in again\n',
  )
})

test.each([[[]], [['tcsh']]])('completion with %p is wrong usage', async (args) => {
  using folder = emptyFolder()
  const { code, out, err } = await runBinary(['completion', ...args], { cwd: folder.path })
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/^music-library: .+\n$/)
})
