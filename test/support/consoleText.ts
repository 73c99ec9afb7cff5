import type { CodeBlock } from './codeBlocks.ts'

/** A command of a block, and what the page says that it prints. */
export interface ConsoleCommand {
  /** The text that a reader types. It may have several lines. */
  command: string
  /** The lines that it prints; undefined if the page does not show them. */
  output: string[] | undefined
}

/**
 * The commands of a block. In a block of the language `sh` each line is a command, and a comment below it that begins with `{` is what it
 * prints. In a block without a language, lines with `$ ` are commands, and the lines below them are what they print.
 */
export const parseCommands = ({ language, code }: Pick<CodeBlock, 'language' | 'code'>): ConsoleCommand[] =>
  language === 'sh' ? parseScript(code) : parseTranscript(code)

const parseTranscript = (code: string): ConsoleCommand[] => {
  const commands: ConsoleCommand[] = []
  for (const line of code.trimEnd().split('\n')) {
    const last = commands.at(-1)
    if (line.startsWith('$ ')) commands.push({ command: line.slice(2), output: [] })
    else if (last && !isComplete(last.command)) last.command += `\n${line}`
    else if (last) last.output?.push(line)
    else throw new Error(`The block begins with "${line}", which is no command.`)
  }
  return commands
}

const parseScript = (code: string): ConsoleCommand[] => {
  const commands: ConsoleCommand[] = []
  let text = ''
  for (const line of code.split('\n')) {
    const last = commands.at(-1)
    const printed = /^# (\{.*)$/.exec(line)?.[1]
    if (!text && printed && last) last.output = [printed]
    if (!text && (!line.trim() || line.startsWith('#'))) continue
    text += text ? `\n${line}` : line
    if (!isComplete(text)) continue
    const comment = /\s# (\{.*)$/.exec(text)?.[1]
    commands.push({ command: text, output: comment === undefined ? undefined : [comment] })
    text = ''
  }
  if (text) throw new Error(`The block ends within a command: ${text}`)
  return commands
}

/** Whether a shell would run this text, and not wait for another line. */
const isComplete = (text: string): boolean => {
  if (/\\$/.test(text)) return false
  const { exitCode, stderr } = Bun.spawnSync(['bash', '-n', '-c', text])
  return exitCode === 0 && stderr.length === 0
}

/** What differs from run to run, and the text that takes its place on both sides of a comparison. */
const variables: [RegExp, string][] = [
  [/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d+Z/g, 'TIME'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME'],
  [/\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)? UTC/g, 'TIME'],
  [/^\d\d:\d\d:\d\d /, 'TIME '],
  [/\d+(\.\d+)? ms \w+-\w+/g, 'TIME ID'],
  [/"ms":[\d.]+/g, '"ms":TIME'],
  [/"id":"\w+-\w+"/g, '"id":"ID"'],
  [/\b[0-9a-f]{64}\b/g, 'SHA-256'],
  [/mlib_(…|[\w-]+)/g, 'TOKEN'],
  [/W\/"(…|\w+)"/g, 'ETAG'],
  [/\b(127\.0\.0\.1|localhost):\d+/g, '$1:PORT'],
  [/\b\d+ bytes/g, 'SIZE'],
  [/\b\d[\d,]*(\.\d)? [kMGT]B/g, 'SIZE'],
  // doctor's line about the file system of the machine.
  [/^(ok|note) +file system .*/, 'FILE SYSTEM'],
  [/ {2,}/g, '  '],
]

const normalize = (line: string) =>
  variables.reduce((text, [pattern, name]) => text.replaceAll(new RegExp(pattern, 'g'), name), line.trimEnd())

/**
 * Whether the lines of a page are what was printed, apart from times, ids, tokens, hashes, ports and sizes. `…` stands for any text, and
 * alone on a line for any lines.
 */
export const isPrinted = (shown: string[], printed: string): boolean => {
  const pattern = shown.map((line) => (line.trim() === '…' ? '(?:.*\n)*?' : `${linePattern(line)}\n`)).join('')
  return new RegExp(`^${pattern}$`).test(`${normalizeLines(printed)}\n`.replace(/^\n$/, ''))
}

/** Whether the lines of a page were printed in this order, with any lines between them: those of a server that still runs. */
export const arePrintedInOrder = (shown: string[], printed: string): boolean =>
  new RegExp(`^(?:.*\n)*?${shown.map((line) => `${linePattern(line)}\n(?:.*\n)*?`).join('')}$`).test(
    `${normalizeLines(printed)}\n`,
  )

const linePattern = (line: string) => normalize(line).split('…').map(RegExp.escape).join('.*')

const normalizeLines = (text: string) => text.trimEnd().split('\n').map(normalize).join('\n')
