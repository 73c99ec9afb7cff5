import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCliLibrary, logIn } from '../support/cliLibrary.ts'
import { sendToConsole } from '../support/consoleApi.ts'

const warning = 'registration is open beside auth-header'
const proxy = 'auth-header = "Remote-Email"\ntrusted-proxies = "127.0.0.1"\n'

test('open registration beside a login by a proxy is named at the start and a reload, by doctor and in the console, and each way out ends it', async () => {
  using library = await createCliLibrary()
  const file = join(library.folder, 'all.toml')
  const notes = (findings: { what: string; says: string }[]) =>
    findings.filter(({ what }) => what === 'registration').map(({ says }) => says)
  for (const [settings, isWarned] of [
    [proxy, true],
    [`${proxy}registration = "invite"\n`, false],
    ['', false],
  ] as const) {
    writeFileSync(file, settings, { mode: 0o600 })
    await using server = await library.serve('--config', file)
    const { findings } = (await sendToConsole(await logIn(server, 'admin@example.com'), 'POST', '/health/checks')).body
    const doctor = JSON.parse((await library.run(['doctor', '--json', '--config', file])).out)
    const expected = isWarned ? [expect.stringContaining(warning)] : []
    expect([settings, notes(findings), notes(doctor.findings)]).toEqual([settings, expected, expected])
    const { length } = server.output
    expect([settings, server.output.includes(warning)]).toEqual([settings, isWarned])
    writeFileSync(file, proxy)
    process.kill(server.pid, 'SIGHUP')
    // Without auth-header at the start, a reload does not turn it on.
    await server.waitForOutput(settings === '' ? 'The settings were reloaded.' : warning, length)
    expect((await server.stop()).out.includes(warning, length)).toBe(settings !== '')
  }
})
