import { expect } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { manPage } from '../../scripts/release/manPage.ts'
import type { Setting } from '../../src/config/setting.ts'
import { settings } from '../../src/config/settings.ts'
import { createProgram } from '../../src/program/program.ts'
import { emptyFolder } from '../support/folder.ts'
import { programPath } from '../support/packages.ts'
import { programTest } from '../support/programs.ts'

const mandoc = async (page: string, ...args: string[]) => {
  using folder = emptyFolder()
  const file = join(folder.path, 'music-library.1')
  writeFileSync(file, page)
  const child = Bun.spawn([programPath('mandoc'), ...args, file], { stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { code: await child.exited, out: out.replaceAll(folder.path, ''), err }
}

/** The text of the page, without bold and underlined letters, in lines that are long enough for every sentence. */
const render = async (page: string) => {
  const { out } = await mandoc(page, '-T', 'utf8', '-O', 'width=1000')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a letter is bold if it is printed twice, with a backspace
  return out.replaceAll(/.\x08/g, '')
}

const allCommands = (command: Command, path: string[] = []): { path: string[]; command: Command }[] => [
  { path, command },
  ...command.commands.flatMap((subcommand) => allCommands(subcommand, [...path, subcommand.name()])),
]

programTest('mandoc')('mandoc finds nothing wrong with the manual page', async () => {
  expect(await mandoc(await manPage(), '-T', 'lint')).toEqual({ code: 0, out: '', err: '' })
})

programTest('mandoc')('the manual page has all commands, arguments, options, settings and variables', async () => {
  const lines = (await render(await manPage())).split('\n').map((line) => line.trim())
  const ofCommands = allCommands(await createProgram([]))
    .slice(1)
    .flatMap(({ path, command }) => [
      path.join(' '),
      ...command.registeredArguments.map((arg) => arg.name()),
      ...command.options.filter(({ hidden }) => !hidden).map(({ flags }) => flags),
    ])
  const ofSettings = Object.values<Setting>(settings).flatMap(({ flag = [], variable = [], secret }) =>
    [flag, variable, secret ? `${variable}_FILE` : []].flat(),
  )
  const names = [...ofCommands, ...ofSettings].map((name) => name.replaceAll(/[<>]/g, ''))
  expect(names.length).toBeGreaterThan(150)
  expect(names.filter((name) => !lines.some((line) => `${line} `.startsWith(`${name} `)))).toEqual([])
  expect(lines.join('\n')).toMatch(/--port number\s+Port to listen on; 0 for a free one\. +The default is 3000\./)
})

programTest('mandoc')('the examples of the manual page have only commands and options that exist', async () => {
  const commands = allCommands(await createProgram([])).slice(1)
  const [, section = ''] = (await render(await manPage())).split('\nEXAMPLES\n')
  const examples = [...section.matchAll(/^ +(?:sudo .*)?music-library ([a-z].*)$/gm)]
  expect(examples.length).toBeGreaterThan(8)
  for (const [, example = ''] of examples) {
    const known = commands.findLast(({ path }) => `${example} `.startsWith(`${path.join(' ')} `))
    const flags = example.match(/--[\w-]+/g) ?? []
    expect([example, known !== undefined]).toEqual([example, true])
    expect(flags.filter((flag) => !known?.command.options.some(({ long }) => long === flag))).toEqual([])
  }
})
