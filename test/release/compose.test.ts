import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { version } from '../../package.json'
import { libraryFolder, userId } from '../../scripts/release/image/base.ts'
import type { Setting } from '../../src/config/setting.ts'
import { settings } from '../../src/config/settings.ts'

const deploy = join(import.meta.dir, '../../deploy')
const readCompose = async () => Bun.YAML.parse(await Bun.file(join(deploy, 'compose.yaml')).text()) as Compose

interface Compose {
  services: Record<string, Service>
  networks: { proxy: { ipam: { config: { subnet: string }[] } } }
}

interface Service {
  image: string
  ports?: string[]
  environment: Record<string, string>
  volumes: string[]
  [key: string]: unknown
}

test('compose.yaml runs the image of this version, read-only and without a port outside', async () => {
  const { services } = await readCompose()
  expect(services['music-library']).toMatchObject({
    image: `music-library:${version}`,
    init: true,
    read_only: true,
    restart: 'unless-stopped',
    volumes: [`library:/${libraryFolder}`],
  })
  expect(services['music-library']?.ports).toBeUndefined()
  expect(services.caddy?.ports).toContain('443:443')
  expect(await Bun.file(join(deploy, 'compose.yaml')).text()).toContain(`music-library-${version}-oci.tar`)
})

test('compose.yaml sets settings that exist, and trusts exactly the network of the proxy', async () => {
  const { services, networks } = await readCompose()
  const environment = services['music-library']?.environment ?? {}
  const variables = (Object.values(settings) as Setting[]).map(({ variable }) => variable)
  expect(Object.keys(environment).filter((name) => !variables.includes(name))).toEqual([])
  expect(environment.TRUSTED_PROXIES).toBe(networks.proxy.ipam.config[0]?.subnet)
})

test('Caddy forwards to the service and the port of compose.yaml', async () => {
  expect(await Bun.file(join(deploy, 'Caddyfile')).text()).toContain(
    `reverse_proxy music-library:${settings.port.default}`,
  )
})

test('the Containerfile has the user and the folder of the image of the release', async () => {
  const text = await Bun.file(join(deploy, 'Containerfile')).text()
  expect(text).toContain(`\nUSER ${userId}:${userId}\n`)
  expect(text).toContain(`\nVOLUME /${libraryFolder}\n`)
})
