import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { blocksUnder } from '../support/codeBlocks.ts'
import type { ConsoleHome } from '../support/consoleHome.ts'

interface Setup {
  /** Runs before the first block of the section. */
  before?: (home: ConsoleHome) => unknown
  /** Runs after each block of the section. */
  after?: (home: ConsoleHome) => unknown
}

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
export const setups: Record<string, Record<string, Setup>> = {
  'README.md': {
    'music-library': {
      before: (home) => home.write('admin-password', 'correct horse battery\n'),
      after: async (home) => {
        await home.run(registerAda)
        await home.run('TOKEN=mlib_…')
        for (const path of ['albums', 'tracks/3', 'tracks/3/like -X POST'])
          await home.run(`curl -s ${api}/${path} -H "Authorization: Bearer $TOKEN"`)
        await home.stopServer()
        rmSync(join(home.path, 'data'), { recursive: true })
      },
    },
    'Run it': {
      before: async (home) => {
        await home.run('mkdir -p /mnt/usb')
        await home.run('music-library backup /mnt/usb/music.db')
      },
    },
    'Fill it': {
      before: async (home) => {
        const [catalogue = ''] = await blocksUnder('README.md', 'Fill it', 'json')
        home.write('catalogue.json', catalogue)
        home.write('Music/memo.wav', silence)
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
  'docs/configuration.md': {
    'The configuration file': {
      before: async (home) => {
        const [file = ''] = await blocksUnder('docs/configuration.md', 'The configuration file', 'toml')
        home.write('/etc/music-library.toml', file)
        home.write('/etc/admin-password', 'correct horse battery\n')
      },
    },
    'The temporary folder': { before: (home) => home.run('export -n MUSIC_LIBRARY_CONFIG') },
  },
  'docs/security.md': {
    Proxies: { before: (home) => home.run('music-library seed --sample --new') },
  },
}
