import { expect, test } from 'bun:test'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary } from '../support/binary.ts'
import { createCliFolder, failure } from '../support/cliFolder.ts'

test.each([0o640, 0o604])(
  'a password file with the mode %o is refused, and the error says how to hide it',
  async (mode) => {
    const settings = 'admin-email = "a@b.co"\nadmin-password-file = "secret"\n'
    using folder = createCliFolder({ secret: 'correct horse\n', 'all.toml': settings })
    const secret = folder.pathOf('secret')
    chmodSync(secret, mode)
    const env = { ADMIN_EMAIL: 'a@b.co', ADMIN_PASSWORD_FILE: secret }
    const problem = `holds a secret, and others may read it. Keep it to yourself: chmod 600 ${secret}`
    const refusal = (name: string) => failure(`${secret}, which ${name} names, ${problem}`, 2)
    for (const command of ['serve', 'config']) {
      expect(await folder.reject(command, { env })).toEqual(refusal('ADMIN_PASSWORD_FILE'))
      expect(await folder.reject(`${command} --config all.toml`)).toEqual(refusal('all.toml: admin-password-file'))
    }
    chmodSync(secret, 0o600)
    expect(await folder.run('config', { env })).toMatchObject({ code: 0, err: '' })
  },
)

/** Runs a shell command with a root user and mounts of its own. */
const runWithMounts = (script: string, args: string[] = []) =>
  Bun.spawnSync(['unshare', '--map-root-user', '--mount', 'sh', '-c', script, 'sh', ...args])

const canMount = Bun.which('unshare') !== null && runWithMounts('mount -t tmpfs tmpfs /run').success

test.skipIf(!canMount)('a secret of a container may have any mode: engines make it 0444', async () => {
  const script = `mount -t tmpfs tmpfs /run && mkdir /run/secrets && echo correct horse > /run/secrets/admin &&
    chmod 444 /run/secrets/admin && ADMIN_EMAIL=a@b.co ADMIN_PASSWORD_FILE=/run/secrets/admin "$@"`
  const { stdout, stderr } = runWithMounts(script, [await binary(), 'config'])
  expect(stderr.toString()).toBe('')
  expect(stdout.toString()).toContain('********')
})

test.skipIf(!canMount)(
  'a credential of systemd may have any mode, because its folder is closed to others',
  async () => {
    const program = await binary()
    const run = (credentials: string, file: string) => {
      const script = `mount -t tmpfs tmpfs /run && mkdir -p /run/credentials/music-library.service /run/other && cd /run/other &&
      for file in /run/credentials/music-library.service/admin /run/other/admin; do echo correct horse > $file; done &&
      chmod 440 /run/credentials/*/admin /run/other/admin && ln -s /run/other /run/credentials/link &&
      CREDENTIALS_DIRECTORY=${credentials} ADMIN_EMAIL=a@b.co ADMIN_PASSWORD_FILE=${file} "$@"`
      const { exitCode, stderr } = runWithMounts(script, [program, 'config'])
      return [exitCode, stderr.toString().slice(0, 30)]
    }
    const service = '/run/credentials/music-library.service'
    expect(run(service, `${service}/admin`)).toEqual([0, ''])
    for (const credentials of ['/', '.', '/run/other', '/run/credentials/link', '/run/missing', service]) {
      const refusal = [2, expect.stringContaining('music-library: /run/other')]
      expect([credentials, run(credentials, '/run/other/admin')]).toEqual([credentials, refusal])
    }
  },
)

const root = join(import.meta.dir, '../..')
const pages = ['README.md', ...new Bun.Glob('docs/*.md').scanSync(root)]

test('each example that writes a password file ends with mode 600', () => {
  const lines = pages.flatMap((page) => readFileSync(join(root, page), 'utf8').split('\n'))
  const examples = lines.filter((line) => /(?:> ?|tee |\binstall .*)\S*password\b/.test(line))
  expect(examples.length).toBeGreaterThanOrEqual(2)
  for (const example of examples) expect(example).toContain(' 600 ')
})
