import type { Command } from 'commander'
import { findClosest } from '../base/spelling.ts'

/** What other programs call commands, with what they are called here. A command has at most one of them. */
const synonyms: Record<string, readonly string[]> = {
  add: ['create', 'new'],
  list: ['ls', 'show'],
  password: ['passwd'],
  remove: ['rm', 'del', 'delete'],
  revoke: ['rm', 'del', 'delete', 'remove'],
}

/** Adds to an error of Commander what it does not know itself. */
export const addUsageHint = (command: Command, text: string): string => {
  const [, unknown = ''] = /^error: unknown command '([^']+)'\s*$/.exec(text) ?? []
  const meant = command.commands.map((known) => known.name()).find((name) => synonyms[name]?.includes(unknown))
  if (meant !== undefined) return `${text.trim()} (Did you mean ${meant}?)`
  if (/^error: unknown option '--?p(?:ass(?:word|wd)?)?(?:=.*)?'/s.test(text) && command.parent?.name() === 'user')
    return 'error: a password is no option, since other users see the command line. It is asked for, or read from standard input, such as that of a file: < FILE'
  return text
}

/** What to say of `help` with the name of no command, such as `help sede`; undefined if it is a command, or missing. */
export const describeUnknownTopic = (program: Command, args: readonly string[]): string | undefined => {
  const at = args.indexOf('help')
  const [topic] = at < 0 ? [] : args.slice(at + 1)
  const parent = args.slice(0, at).reduce<Command | undefined>((found, name) => find(found, name), program)
  if (topic === undefined || !parent || find(parent, topic)) return
  const names = parent.commands.map((command) => command.name())
  const meant = findClosest(topic, names, 2) ?? names.find((name) => synonyms[name]?.includes(topic))
  return `there is no command '${topic}'${meant === undefined ? '' : ` (Did you mean ${meant}?)`}`
}

const find = (command: Command | undefined, name: string) =>
  command?.commands.find((subcommand) => subcommand.name() === name)
