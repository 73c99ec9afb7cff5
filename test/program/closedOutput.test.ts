import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { binary } from '../support/binary.ts'
import { createCliLibrary } from '../support/cliLibrary.ts'
import { everyNth } from '../support/longForm.ts'

/** An output that can't be written, where the system has one. */
const fullTest = test.skipIf(!existsSync('/dev/full'))

/** A pipe whose only reader is closed again. */
const closedPipe = 'mkfifo pipe; exec 3<> pipe 4> pipe 3<&-; rm pipe'

/** Runs a command of a shell, in which `$0` is the executable. */
const runShell = async (script: string, cwd: string) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['bash', '-c', `set -o pipefail; ${script}`, await binary()], {
    cwd,
  })
  return { code: exitCode, out: `${stdout}`, err: `${stderr}` }
}

const commands = [
  '--help',
  'help seed',
  '--version',
  'user list',
  'token list --json',
  'audit',
  'export',
  'seed --sample --dry-run --full',
  'schema',
  'completion bash',
  'licenses',
  'openapi',
  'config',
  'doctor',
  'backup',
]

test('every command whose reader has gone ends without a word, with the exit code of such programs', async () => {
  using library = await createCliLibrary()
  for (const command of everyNth(commands, 3)) {
    const result = await runShell(`${closedPipe}; "$0" ${command} >&4`, library.folder)
    expect([command, result]).toEqual([command, { code: 141, out: '', err: '' }])
  }
})

fullTest('an output that can not be written is an error of one line, however short it is', async () => {
  using library = await createCliLibrary()
  for (const command of everyNth(commands, 3)) {
    const { code, err } = await runShell(`"$0" ${command} > /dev/full`, library.folder)
    expect([command, code]).toEqual([command, 1])
    expect(err).toMatch(
      /^music-library: Standard output can't be written\. The disk of .+ is full\. Make room, and try again\.\n$/,
    )
  }
})

fullTest('no invitation and no token is made where its code cannot be printed', async () => {
  using library = await createCliLibrary()
  for (const [command, outputs] of [
    ['invite', ['/dev/full', '/dev/null', '&-']],
    ['token add ada@example.com --name player', ['/dev/full']],
  ] as const) {
    for (const output of outputs) {
      const { code, err } = await runShell(`"$0" ${command} >${output}`, library.folder)
      expect([command, output, code, err]).toEqual([command, output, 1, expect.stringContaining('Standard output ')])
    }
    expect((await runShell(`${closedPipe}; "$0" ${command} >&4`, library.folder)).code).toBe(141)
  }
  for (const command of ['invite list --json', 'token list --json'])
    expect((await library.run(command)).out).toBe('[]\n')
})
