import { parseArgs } from 'node:util'

/** Long forms of tests that are programs of their own, `test/NAME/run.ts`, with arguments of their own. */
const programs = ['crash', 'nodes', 'hostile', 'machines', 'release', 'breaks'] as const

/** Those that are the same tests in their long form: their paths, or none for all. */
const longForms = {
  long: [],
  random: [
    'test/openapi/fuzz',
    'test/cache/random',
    'test/search',
    'test/converters',
    'test/seeding',
    'test/history/undo',
  ],
  browser: ['test/browser'],
}

const forms = [...programs, ...Object.keys(longForms)]
const usage = `Usage: bun run test [--watch] [-t pattern] [path]… | bun run test --FORM [argument]…
The forms are ${forms.join(', ')}: docs/development.md says what they test, and their arguments.`

interface TestFlags {
  watch: boolean
  /** A regular expression for the names of tests. */
  pattern: string | undefined
  /** Whether the tests are in their long form. The variable TEST_LONG can say so, too. */
  long: boolean
  /** The tests to run; all of them when empty. Of a program its arguments. */
  paths: string[]
  program?: (typeof programs)[number]
}

/** @throws Error with the usage, which names the forms */
export const parseTestFlags = (args: string[]): TestFlags => {
  const { values, positionals } = parse(args)
  const { watch = false, 'test-name-pattern': pattern, ...given } = values
  const [form, other] = forms.filter((name) => name in given)
  if (other) throw new Error(`--${form} and --${other} are two forms of tests: give one.\n${usage}`)
  const program = programs.find((name) => name === form)
  if (program && (watch || pattern !== undefined))
    throw new Error(`--${program} selects no tests by -t, and is not repeated by --watch.\n${usage}`)
  if (program) return { watch, pattern, long: false, paths: positionals, program }
  const paths = Object.entries(longForms).find(([name]) => name === form)?.[1] ?? []
  return { watch, pattern, long: form !== undefined, paths: [...paths, ...positionals] }
}

const parse = (args: string[]) => {
  try {
    const formFlags = Object.fromEntries(forms.map((name) => [name, { type: 'boolean' as const }]))
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...formFlags,
        watch: { type: 'boolean' },
        'test-name-pattern': { type: 'string', short: 't' },
      },
    })
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
}
