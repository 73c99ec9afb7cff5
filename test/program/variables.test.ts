import { expect, test } from 'bun:test'
import { environmentForChild } from '../../src/config/environment.ts'
import type { Setting } from '../../src/config/setting.ts'
import { settingNames, settings } from '../../src/config/settings.ts'
import { createCliFolder } from '../support/cliFolder.ts'

/** The value and the source of settings as `config` shows them. */
const readConfig = async (env: Record<string, string>, flags = '') => {
  using folder = createCliFolder()
  const { code, out, err } = await folder.run(`config --json ${flags}`, { env })
  return { code, err, settings: out === '' ? undefined : JSON.parse(out) }
}

const samples: Record<string, string> = {
  host: '127.0.0.2',
  database: '/tmp/x.db',
  adminEmail: 'a@example.com',
  trustedProxies: '127.0.0.1',
  authHeader: 'Remote-Email',
  demoErrors: '5%',
}

test('each variable can have the prefix MUSIC_LIBRARY_, and `config` names the one that a value comes from', async () => {
  const env: Record<string, string> = {}
  for (const name of settingNames) {
    const { variable, default: value, defaultText }: Setting = settings[name]
    const sample = samples[name] ?? defaultText ?? (value === undefined ? undefined : String(value))
    if (variable !== undefined && sample !== undefined) env[`MUSIC_LIBRARY_${variable}`] = sample
  }
  env.MUSIC_LIBRARY_ADMIN_PASSWORD = 'correct horse'
  const { code, err, settings: shown } = await readConfig(env, '--demo')
  expect(code).toBe(0)
  for (const line of err.trim().split('\n'))
    expect(line).toMatch(/^music-library: Warning: .* in a demo\. Leave it out\.$/)
  const sources = Object.values<{ where: string }>(shown).map(({ where }) => where)
  expect(sources.filter(Boolean).toSorted()).toEqual(Object.keys(env).toSorted())
  expect(sources.filter(Boolean).length).toBeGreaterThan(15)
  expect(shown.database.value).toBe('/tmp/x.db')
})

test('the variable with the prefix takes precedence over the short one', async () => {
  const { settings: shown } = await readConfig({ PORT: '8080', MUSIC_LIBRARY_PORT: '8081', LOG_LEVEL: 'debug' })
  expect(shown.port).toEqual({ value: 8081, source: 'environment', where: 'MUSIC_LIBRARY_PORT' })
  expect(shown['log-level']).toMatchObject({ value: 'debug', where: 'LOG_LEVEL' })
  // The short one is not looked at then: it may be that of another program.
  expect((await readConfig({ PORT: 'http', MUSIC_LIBRARY_PORT: '8081' })).code).toBe(0)
})

test.each([
  [{ MUSIC_LIBRARY_PORT: '' }, 'MUSIC_LIBRARY_PORT is "". '],
  [{ MUSIC_LIBRARY_PORT: 'http', PORT: '80' }, 'MUSIC_LIBRARY_PORT is "http". '],
  [
    { MUSIC_LIBRARY_ADMIN_PASSWORD: 'x', MUSIC_LIBRARY_ADMIN_PASSWORD_FILE: 'y' },
    'MUSIC_LIBRARY_ADMIN_PASSWORD and MUSIC_LIBRARY_ADMIN_PASSWORD_FILE are both set.',
  ],
])('an error names the variable that was set: %p', async (env: Record<string, string>, message) => {
  const { code, err } = await readConfig(env)
  expect([code, err]).toEqual([2, expect.stringContaining(`music-library: ${message}`)])
  expect(err.trim()).not.toContain('\n')
})

test.each([
  ['MUSIC_LIBRARY_PROT', 'MUSIC_LIBRARY_PORT'],
  ['MUSIC_LIBRARY_DATABASE_ULR', 'MUSIC_LIBRARY_DATABASE_URL'],
  ['MUSIC_LIBRARY_DATABASE', 'MUSIC_LIBRARY_DATABASE_URL'],
  ['MUSIC_LIBRARY_CACHE', 'MUSIC_LIBRARY_CACHE_MEGABYTES'],
  ['MUSIC_LIBRARY_CONFG', 'MUSIC_LIBRARY_CONFIG'],
  ['MUSIC_LIBRARY_ADMIN_PASWORD_FILE', 'MUSIC_LIBRARY_ADMIN_PASSWORD_FILE'],
])('the misspelled variable %s is an error of every command that has settings', async (name, suggestion) => {
  using folder = createCliFolder()
  for (const command of ['config', 'user list', 'serve']) {
    const { code, err } = await folder.reject(command, { env: { [name]: 'secret' } })
    expect([code, err]).toEqual([2, `music-library: There is no variable ${name}. Did you mean ${suggestion}?\n`])
  }
})

test('variables of scripts and those that Kubernetes sets for a service with the name music-library change nothing', async () => {
  const env = {
    MUSIC_LIBRARY_EXECUTABLE: '/opt/music-library',
    MUSIC_LIBRARY_TOKEN: 'mlib_x',
    MUSIC_LIBRARY_HOME: '/opt',
    MUSIC_LIBRARY_ROOT: '/opt',
    MUSIC_LIBRARY_CORS: '*',
    MUSIC_LIBRARY_BACKUP_KEY: 'x',
    MUSIC_LIBRARY_VERSION: '0.2.0',
    MUSIC_LIBRARY_SERVICE_HOST: '10.0.0.1',
    MUSIC_LIBRARY_SERVICE_PORT: '3000',
    MUSIC_LIBRARY_PORT: 'tcp://10.0.0.1:3000',
    MUSIC_LIBRARY_PORT_3000_TCP: 'tcp://10.0.0.1:3000',
    MUSIC_LIBRARY_PORT_3000_TCP_ADDR: '10.0.0.1',
    MUSIC_LIBRARY_METRICS_PORT: 'tcp://10.0.0.2:9100',
    PORT: '8080',
  }
  const { code, err, settings: shown } = await readConfig(env)
  expect([code, err]).toEqual([0, ''])
  expect([shown.port.value, shown['metrics-port'].value]).toEqual([8080, null])
})

test('a child process gets neither the secrets nor the configuration file that variables with the prefix name', () => {
  const variables = {
    MUSIC_LIBRARY_CONFIG: 'config.toml',
    MUSIC_LIBRARY_ADMIN_PASSWORD: 'correct horse',
    MUSIC_LIBRARY_DATABASE_URL: 'here.db',
  }
  Object.assign(process.env, variables)
  const environment = environmentForChild(undefined)
  for (const name of Object.keys(variables)) delete process.env[name]
  expect(environment.MUSIC_LIBRARY_DATABASE_URL).toBe('here.db')
  const names = Object.keys(environment).filter((name) => environment[name] !== undefined)
  expect(names.filter((name) => /ADMIN_PASSWORD|MUSIC_LIBRARY_CONFIG/.test(name))).toEqual([])
})
