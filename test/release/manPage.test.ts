import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { manPage } from '../../scripts/release/manPage.ts'
import { readReleaseVersion } from '../../scripts/release/version.ts'
import { SettingOption } from '../../src/config/commandOptions.ts'
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

/** The lines of a section. */
const sectionOf = (text: string, name: string) => {
  const section = text.split(/^(?=\S)/m).find((part) => part.startsWith(`${name}\n`))
  if (section === undefined) throw new Error(`There is no section ${name}.`)
  return section.split('\n')
}

const allCommands = (command: Command, path: string[] = []): { path: string[]; command: Command }[] => [
  { path, command },
  ...command.commands.flatMap((subcommand) => allCommands(subcommand, [...path, subcommand.name()])),
]

programTest('mandoc')('mandoc finds nothing wrong with the manual page', async () => {
  expect(await mandoc(await manPage(), '-T', 'lint')).toEqual({ code: 0, out: '', err: '' })
})

programTest('mandoc')('the manual page has all commands with their arguments and options', async () => {
  const lines = sectionOf(await render(await manPage()), 'COMMANDS')
  const commands = allCommands(await createProgram([])).slice(1)
  const missing: string[] = []
  for (const { path, command } of commands) {
    // A command is indented by five spaces, and what belongs to it by more.
    const usage = new RegExp(`^ {5}${path.join(' ')}( [-[]|$)`)
    const start = lines.findIndex((line) => usage.test(line))
    const length = lines.slice(start + 1).findIndex((line) => /^ {5}\S/.test(line))
    const body = lines.slice(start + 1, length < 0 ? undefined : start + 1 + length)
    if (start < 0) missing.push(path.join(' '))
    const options = command.options.filter(
      (option) => !(option.hidden || option instanceof SettingOption || option.long === '--config'),
    )
    const names = [...command.registeredArguments.map((arg) => arg.name()), ...options.map(({ flags }) => flags)]
    for (const name of names) {
      const plain = name.replaceAll(/[<>]/g, '')
      if (!body.some((line) => line.trim() === plain || line.trim().startsWith(`${plain} `)))
        missing.push(`${path.join(' ')} ${name}`)
    }
  }
  expect(commands.length).toBeGreaterThan(25)
  expect(missing).toEqual([])
})

programTest('mandoc')('the manual page has all settings with their variables and defaults', async () => {
  const text = await render(await manPage())
  const described = sectionOf(text, 'SETTINGS').join('\n')
  const variables = sectionOf(text, 'ENVIRONMENT').map((line) => line.trim())
  for (const setting of Object.values<Setting>(settings)) {
    const { flag, variable, help, secret } = setting
    if (flag) expect(described).toContain(`\n     ${flag.replaceAll(/[<>]/g, '')}`)
    expect(described.toLowerCase()).toContain(help.toLowerCase())
    if (variable === undefined) continue
    const names = secret ? [variable, `${variable}_FILE`] : [variable]
    for (const name of names) expect(variables.some((line) => line.split(' ')[0] === name)).toBe(true)
  }
  expect(described).toMatch(/--port number\s+Port to listen on; 0 for a free one\. +The default is 3000\./)
})

programTest('mandoc')('the examples of the manual page have only commands and options that exist', async () => {
  const commands = allCommands(await createProgram([]))
  const lines = sectionOf(await render(await manPage()), 'EXAMPLES').map((line) => line.trim())
  const examples = lines.filter((line) => /^(sudo .*)?music-library [a-z]/.test(line))
  expect(examples.length).toBeGreaterThan(8)
  for (const example of examples) {
    const words = example
      .replace(/^sudo /, '')
      .split(' ')
      .slice(1)
    const known = commands
      .filter(({ path }) => path.length > 0 && path.every((name, index) => words[index] === name))
      .at(-1)
    const flags = words.filter((word) => word.startsWith('--'))
    expect([example, flags.filter((flag) => !known?.command.options.some(({ long }) => long === flag))]).toEqual([
      example,
      [],
    ])
    expect(known).toBeDefined()
  }
})

test('the manual page is the same at each build, and has the date of the release', async () => {
  const page = await manPage()
  expect(await manPage()).toBe(page)
  const { date, version } = await readReleaseVersion()
  const [, day] = /^\.Dd (.+)$/m.exec(page) ?? []
  expect(new Date(`${day} UTC`)).toEqual(date)
  expect(page).toContain(version)
})
