import { expect, test } from 'bun:test'
import { version } from '../../package.json'
import { libraryFolder, userId } from '../../scripts/release/image/base.ts'
import type { Setting } from '../../src/config/setting.ts'
import { settings } from '../../src/config/settings.ts'
import { blockUnder } from '../support/codeBlocks.ts'
import { readCompose, readDeploy } from './files.ts'

const nodes = ['node-1', 'node-2', 'node-3']

/** The services that run the program. */
const names: Record<string, string[]> = {
  'compose.yaml': ['music-library'],
  'scaling/compose.yaml': [...nodes, 'backup'],
}

const variables = (Object.values(settings) as Setting[]).flatMap(({ variable = '' }) => [variable, `${variable}_FILE`])

test.each(Object.entries(names))(
  'deploy/%s runs the image of this version, read-only and without a port outside, with settings that exist',
  (path, [first = '', ...others]) => {
    const { services } = readCompose(path)
    for (const name of [first, ...others]) {
      expect(services[name]).toMatchObject({
        ...{ image: `music-library:${version}`, read_only: true, init: true, cap_drop: ['ALL'] },
        security_opt: ['no-new-privileges:true'],
        restart: name === 'backup' ? 'no' : 'unless-stopped',
      })
      const set = Object.keys(services[name]?.environment ?? {})
      expect(set.filter((variable) => !variables.includes(variable))).toEqual([])
    }
    expect(readDeploy(path)).toContain(`music-library-${version}-oci.tar`)
  },
)

test.each(Object.keys(names))(
  'in deploy/%s, only Caddy has ports, and the program trusts exactly its network',
  (path) => {
    const { services, networks } = readCompose(path)
    expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['caddy'])
    expect(services.caddy).toMatchObject({ ports: ['80:80', '443:443', '443:443/udp'], networks: ['proxy'] })
    const trusted = Object.values(services).flatMap(({ environment = {} }) => environment.TRUSTED_PROXIES ?? [])
    expect([...new Set(trusted)]).toEqual(networks.proxy.ipam.config.map(({ subnet }) => subnet))
  },
)

test('the nodes differ only in their names, and the password of the database is in a file', () => {
  const { services, secrets } = readCompose('scaling/compose.yaml')
  expect(services.postgres?.networks).toEqual(['database'])
  const files = Object.keys(secrets).map((name) => `/run/secrets/${name}`)
  expect(files).toContain(services.postgres?.environment.POSTGRES_PASSWORD_FILE ?? '')
  for (const name of [...nodes, 'backup']) {
    const { environment = {} } = services[name] ?? {}
    expect(files).toContain(environment.PGPASSWORD_FILE ?? '')
    expect(new URL(environment.DATABASE_URL ?? '').password).toBe('')
  }
  const [first = '', ...others] = nodes.map((name) => JSON.stringify(services[name]).replace(`"${name}"`, '"node"'))
  expect(first).toContain('"NODE_NAME":"node"')
  for (const other of others) expect(other).toBe(first)
})

test('Caddy forwards to the service and the port of compose.yaml', () => {
  expect(readDeploy('Caddyfile')).toContain(`reverse_proxy music-library:${settings.port.default}`)
})

test('compose.yaml and the Containerfile have the folder of the image of the release, and its user', () => {
  expect(readCompose('compose.yaml').services['music-library']?.volumes).toEqual([`library:/${libraryFolder}`])
  const text = readDeploy('Containerfile')
  expect(text).toContain(`\nUSER ${userId}:${userId}\n`)
  expect(text).toContain(`\nVOLUME /${libraryFolder}\n`)
})

test('the file for containers at home is at most 12 lines, and keeps the library in the volume, with settings that exist', async () => {
  const text = await blockUnder('docs/containers-at-home.md', '1. Start it', 'yaml')
  expect(text.trim().split('\n').length).toBeLessThanOrEqual(12)
  const { services, volumes } = Bun.YAML.parse(text) as { services: Record<string, object>; volumes: object }
  expect(services['music-library']).toEqual({
    image: `music-library:${version}`,
    restart: 'unless-stopped',
    ports: [`${settings.port.default}:${settings.port.default}`],
    environment: { REGISTRATION: 'closed', BACKUP_EVERY: '24h', COVERS: '/music' },
    volumes: [`library:/${libraryFolder}`, '/srv/music:/music:ro'],
  })
  expect(volumes).toEqual({ library: null })
})
