import type { FailedTest } from './junitReport.ts'

export interface Failure extends FailedTest {
  /** '' for the default one. */
  engine: string
}

/** Programs that show the end of a run often show 20 lines. One is the count of all tests. */
const maxLines = 19

/** What repeats tests alone. @param names - none for all tests of the files */
const formatCommand = (engine: string, files: readonly string[], names: readonly string[] = []) => {
  const variable = engine === '' ? '' : `TEST_ENGINE=${engine} `
  const patterns = names.map((name) => `${name.replaceAll(/[\\^$.*+?()[\]{}|'"`\n]/g, '.')}$`)
  const pattern = names.length > 0 ? ` -t '${patterns.join('|')}'` : ''
  return `${variable}npx -y bun@1.4.5 run test ${files.join(' ')}${pattern}`
}

/** The errors of failed tests, with their stacks. */
export const formatErrors = (failures: readonly Failure[]) =>
  failures
    .filter(({ error }) => error)
    .map(({ name, file, error }) => `${name} (${file})\n  ${error.replaceAll('\n', '\n  ')}`)

/** Each failed test with its file and the command that repeats it: a line for each file if that is not too many, else as many files as fit and one command for all others. */
export const formatFailures = (failures: readonly Failure[]): string[] => {
  if (2 * failures.length <= maxLines)
    return failures.flatMap(({ name, file, engine }) => [
      `(fail) ${name.replaceAll(/\s+/g, ' ')} (${file})`,
      `  ${formatCommand(engine, [file], [name])}`,
    ])
  const byFile = Object.values(Object.groupBy(failures, ({ engine, file }) => `${engine} ${file}`)).map(
    (group = []) => group,
  )
  const [shown, others] =
    byFile.length <= maxLines ? [byFile, []] : [byFile.slice(0, maxLines - 2), byFile.slice(maxLines - 2)]
  const lines = shown.map((group) => {
    const [{ engine, file } = { engine: '', file: '' }] = group
    return `(fail) ${group.length}: ${formatCommand(
      engine,
      [file],
      group.map(({ name }) => name),
    )}`
  })
  for (const [engine, groups = []] of Object.entries(Object.groupBy(others, ([failure]) => failure?.engine ?? '')))
    lines.push(
      `(fail) ${groups.flat().length} in ${groups.length} more files: ${formatCommand(
        engine,
        groups.map(([failure]) => failure?.file ?? ''),
      )}`,
    )
  return lines
}
