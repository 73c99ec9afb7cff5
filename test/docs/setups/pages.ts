import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { blocksUnder } from '../../support/codeBlocks.ts'
import type { ConsoleHome } from '../../support/consoleHome.ts'
import { seedingReferenceSetup, seedingSetup } from './seeding.ts'
import type { PageSetup } from './setup.ts'

const withAdmin = 'ADMIN_EMAIL=admin@example.com ADMIN_PASSWORD=correct-horse'
const api = 'http://127.0.0.1:3000/api'

const registerAda = `curl -s ${api}/register -H 'Content-Type: application/json' -d '{
  "name": "Ada", "email": "ada@example.com", "password": "a long secret", "password_confirmation": "a long secret" }'`

/** A WAV file of one second of silence, without tags. */
const silence = (() => {
  const header = Buffer.from('RIFF____WAVEfmt \x10\0\0\0\x01\0\x01\0_____\0\0\0\x01\0\x08\0data____', 'latin1')
  header.writeUInt32LE(36 + 8000, 4)
  header.writeUInt32LE(8000, 24)
  header.writeUInt32LE(8000, 28)
  header.writeUInt32LE(8000, 40)
  return Buffer.concat([header, Buffer.alloc(8000, 0x80)])
})()

/** Starts a server with an admin and the sample catalogue. */
const serveSample = (home: ConsoleHome) => home.run(`${withAdmin} music-library serve --sample`)

/** What a reader has done before the blocks of a section, by page and heading. */
export const setups: Record<string, PageSetup> = {
  'README.md': {
    'Run it': {
      before: (home) => home.write('Music/memo.wav', silence),
    },
    'Fill it': {
      before: async (home) => {
        const [catalogue = ''] = await blocksUnder('README.md', 'Fill it', 'json')
        home.write('catalogue.json', catalogue)
      },
    },
  },
  'docs/api.md': {
    Searching: {
      before: async (home) => {
        await serveSample(home)
        await home.run(registerAda)
        await home.run('TOKEN=mlib_…')
        await home.run(`API=${api}`)
      },
    },
  },
  'docs/backups-and-upgrades.md': {
    Backups: {
      before: async (home) => {
        await home.run('mkdir -p /mnt/usb')
        await serveSample(home)
      },
    },
    Restore: {
      before: async (home) => {
        for (const name of ['player', 'radio', 'phone'])
          await home.run(`music-library token add admin@example.com --name ${name}`)
        await home.run('music-library backup /mnt/usb/music.db --yes')
      },
    },
    'When something looks wrong: `doctor`': {
      before: async (home) => {
        await home.clean()
        await serveSample(home)
      },
    },
    'The lock file': {
      before: async (home) => {
        await home.stopServer()
        rmSync(join(home.path, 'data/music-library.db'))
      },
    },
  },
  'docs/operations.md': {
    'Commands on a server': {
      before: async (home) => {
        home.write('/etc/music-library.toml', 'database = "../var/lib/music-library/library.db"\n')
        await home.run('mkdir -p /var/lib/music-library')
        // The installed program reads it by itself.
        await home.run('export MUSIC_LIBRARY_CONFIG=/etc/music-library.toml')
        await home.run(`${withAdmin} music-library serve`)
      },
      after: async (home) => {
        await home.clean()
        await serveSample(home)
      },
    },
    Accounts: { before: (home) => home.run('music-library user add grace@example.com') },
    Tokens: {
      before: async (home) => {
        for (const name of ['radio', 'phone']) await home.run(`music-library token add ada@example.com --name ${name}`)
      },
    },
    'The audit trail': {
      before: async (home) => {
        await home.clean()
        await home.run(`${withAdmin} music-library serve --sample --registration invite --trusted-proxies 127.0.0.1`)
        const code = /minv_\S+/.exec(await home.run('music-library invite'))?.[0]
        const send = (address: string, path: string, body: object, more = '') =>
          home.run(
            `curl -sf ${api}/${path} -H 'X-Forwarded-For: ${address}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}' ${more}`,
          )
        const password = 'a long secret'
        const ada = { name: 'Ada', email: 'ada@example.com', password, password_confirmation: password }
        await send('203.0.113.9', 'register', { ...ada, invitation: code })
        await send('198.51.100.7', 'login', { email: 'admin@example.com', password: 'correct-horse' })
        const changes = { title: 'Sunday Morning (mono)', artist_ids: [1, 2] }
        await send('198.51.100.7', 'tracks/3', changes, "-X PUT -H 'Authorization: Bearer mlib_…'")
      },
    },
  },
  'docs/building-on-it.md': {
    'Presenting with it': {
      before: async (home) => {
        const [catalogue = ''] = await blocksUnder('README.md', 'Fill it', 'json')
        home.write('catalogue.json', catalogue)
        const [accounts = ''] = await blocksUnder('docs/building-on-it.md', 'Accounts of your own', 'json')
        home.write('demo.json', accounts)
      },
    },
  },
  'docs/configuration.md': {
    'The configuration file': {
      before: async (home) => {
        const [file = ''] = await blocksUnder('docs/configuration.md', 'The configuration file', 'toml')
        home.write('/etc/music-library.toml', file)
        home.write('/etc/admin-password', 'correct horse battery\n')
      },
    },
  },
  'docs/security.md': {
    Proxies: { before: (home) => home.run('music-library seed --sample --new') },
  },
  'docs/seeding.md': seedingSetup,
  'docs/seeding-reference.md': seedingReferenceSetup,
}
