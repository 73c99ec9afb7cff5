import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resourceNames } from '../../../../src/catalogue/resources.ts'
import { runBinary } from '../../../support/binary.ts'
import { runInProcess } from '../../../support/commandRun.ts'
import { emptyFolder } from '../../../support/folder.ts'
import type { TestLibrary } from '../../../support/library.ts'
import type { Result } from '../../../support/process.ts'
import { requireEqual } from '../../../support/requireEqual.ts'
import { openSql, readTables } from '../../../support/sql.ts'
import { type Dialogue, runCommandInTerminal, runInTerminal } from '../../../support/terminal.ts'
import { mergedFile } from './commandLines.ts'

/** The contents of these are compared. */
const tables = [...resourceNames, ...['artist_track', 'genre_track', 'likes', 'folded_names', 'seed_bases', 'audit']]

const catalogueFile = 'catalogue.json'

interface Side extends Disposable {
  /** The folder in which its commands run. */
  path: string
  database: string
  run(args: string[]): Promise<Result>
  /** Runs an executable in a terminal. */
  answer(args: string[], dialogue: Dialogue): ReturnType<typeof runInTerminal>
}

/** What a command has done, as lines by what they are of. */
interface Outcome extends Result {
  lines: Record<string, readonly string[]>
  /** The text of the merged file, if it was written. */
  merged: string | undefined
}

/**
 * Runs command lines with another executable in the library of a test, and with these sources in a copy of it, and compares what they print and write.
 * The copy is made anew for each command, so both find the same instants, too.
 */
export class TwoPrograms implements Disposable {
  /** The commands that were run. */
  readonly commands: string[] = []
  private readonly sides: readonly [Side, Side]

  constructor({ file }: TestLibrary, program: string) {
    const [first, second] = [emptyFolder(), emptyFolder()]
    const database = join(second.path, 'library.db')
    this.sides = [
      {
        ...{ ...first, database: file },
        run: (args) => runBinary(args, { cwd: first.path, program }),
        answer: (args, dialogue) => runCommandInTerminal([program, ...args], first.path, dialogue),
      },
      {
        ...{ ...second, database },
        run: (args) => runInProcess(args, { cwd: second.path }),
        answer: (args, dialogue) => runInTerminal(args, second.path, dialogue),
      },
    ]
  }

  [Symbol.dispose](): void {
    for (const side of this.sides) side[Symbol.dispose]()
  }

  /** Seeds a text. @param dialogue - with it, in a terminal */
  seed(text: string, flags: readonly string[], dialogue?: Dialogue): Promise<Outcome> {
    for (const { path } of this.sides) writeFileSync(join(path, catalogueFile), text)
    return this.run(['seed', catalogueFile, ...flags], dialogue)
  }

  undo(entry: number): Promise<Outcome> {
    return this.run(['undo', String(entry), '--yes'])
  }

  /** The catalogue, and the accounts with their likes. */
  async export(): Promise<string> {
    const texts = [await this.run(['export']), await this.run(['export', '--accounts'])]
    return texts.map(({ out }) => out).join('')
  }

  private async run(args: readonly string[], dialogue?: Dialogue): Promise<Outcome> {
    this.commands.push(args.join(' '))
    const [{ database }, copy] = this.sides
    for (const suffix of ['', '-wal', '-shm']) rmSync(copy.database + suffix, { force: true })
    await using sql = openSql(database)
    await sql.query('VACUUM INTO ?', copy.database)
    const since = new Date().toISOString()
    const [first, second] = await Promise.all(
      this.sides.map((side) => runIn(side, args, since, dialogue)) as [Promise<Outcome>, Promise<Outcome>],
    ) // two sides
    for (const what of Object.keys({ ...first.lines, ...second.lines }))
      requireEqual(`${args.join(' ')}: ${what}`, first.lines[what] ?? [], second.lines[what] ?? [])
    return first
  }
}

const runIn = async (
  { path, database, run, answer }: Side,
  args: readonly string[],
  since: string,
  dialogue?: Dialogue,
): Promise<Outcome> => {
  const merged = join(path, mergedFile)
  rmSync(merged, { force: true })
  const words = [...args, '--database', database]
  const result = dialogue ? toResult(await answer(words, dialogue)) : await run(words)
  const toLines = (text: string) => withoutInstants(text, since).replaceAll(database, 'LIBRARY').split('\n')
  const text = existsSync(merged) ? readFileSync(merged, 'utf8') : undefined
  const lines: Outcome['lines'] = {
    'exit code': [String(result.code)],
    'standard output': toLines(result.out),
    'standard error': toLines(result.err),
    'merged file': text?.split('\n') ?? [],
  }
  for (const [table, rows] of Object.entries(await readTables(database, tables)))
    lines[table] = (table === 'audit' ? joinParts(rows as AuditRow[]) : rows)
      .map((row) => withoutInstants(JSON.stringify(row), since))
      .sort()
  return { ...result, lines, merged: text }
}

/** What moves to the start of the line and erases what follows. How often progress is displayed before it depends on the time. */
const erasure = '\x1b[1G\x1b[J'

/** A terminal shows both outputs in one. */
const toResult = ({ code, display }: Awaited<ReturnType<typeof runInTerminal>>): Result => {
  const lines = display.split('\n').map((line) => line.split(erasure).at(-1))
  return { code, out: lines.join('\n'), err: '' }
}

interface AuditRow {
  id: number
  action: string
  record: string | null
  changes: string | null
  part_of: number | null
  restore: string | null
}

/** What entries say of each record together: an entry may have several parts about one, in any order of records. */
const joinParts = (rows: readonly AuditRow[]) => {
  const sorted = rows.toSorted((a, b) => a.id - b.id)
  const byRecord = Map.groupBy(sorted, ({ id, record, part_of }) => (part_of === null ? id : `${part_of} ${record}`))
  return [...byRecord.values()].map((parts) => {
    const changes: Record<string, { from: unknown; to: unknown }> = {}
    const restored = new Map<string, unknown[]>()
    for (const { changes: text, restore } of parts) {
      for (const [member, change] of Object.entries<{ from: unknown; to: unknown }>(JSON.parse(text ?? '{}')))
        changes[member] = { from: (changes[member] ?? change).from, to: change.to }
      const { links, ...others } = JSON.parse(restore ?? '{}')
      for (const [kind, values] of Object.entries({ ...links, ...others }))
        restored.set(kind, [...(restored.get(kind) ?? []), ...[values].flat()].sort())
    }
    const { id, ...last } = parts.at(-1) as AuditRow // a group has one at least
    return { ...last, changes: Object.entries(changes).sort(), restore: [...restored].sort() }
  })
}

/** @param since - the instants that are left out are those of the commands: they are not before it */
const withoutInstants = (text: string, since: string) =>
  text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z/g, (instant) =>
    instant.slice(0, since.length - 1) >= since.slice(0, -1) ? 'NOW' : instant,
  )
