import { expect } from 'bun:test'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blocksUnder, blockUnder } from '../support/codeBlocks.ts'
import { machineTest, openMachine } from '../support/installedMachine.ts'

const page = 'docs/home-network.md'
const dropIn = 'etc/systemd/system/music-library.service.d/home.conf'
const unit = 'etc/systemd/system/music-library.service'

machineTest(
  `the commands of ${page} open the service to the network, make the first admin, and close it again`,
  async () => {
    using machine = await openMachine()
    const run = async (script: string) => {
      const { code, out, err } = await machine.runAs(0, script)
      if (code !== 0) throw new Error(`${script}\nended with ${code}: ${out}${err}`)
      return out
    }
    const host = async () => JSON.parse(await run('music-library config --json')).host
    // The server of the service is on a port of its own here. The last command asks whether it is ready.
    const open = (await blockUnder(page, '2. Open it to the network')).replace(/^music-library healthcheck.*\n/m, '')
    await run(open)
    expect(await host()).toMatchObject({ value: '0.0.0.0', source: 'file' })
    copyFileSync(join(import.meta.dir, '../../deploy/music-library.service'), machine.pathOf(unit))
    expect(await run(`systemd-analyze verify --man=no /${unit} 2>&1`)).toBe('')
    expect(readFileSync(machine.pathOf(dropIn), 'utf8')).toContain(
      '\nIPAddressAllow=10.0.0.0/8 172.16.0.0/12 192.168.0.0/16\n',
    )

    const [, addAdmin = ''] = await blocksUnder(page, '3. The first admin')
    expect(await run(`echo 'a long secret' | ${addAdmin}`)).toContain('Added you@example.com with the role admin.')
    expect(await run('sudo music-library user list')).toContain('you@example.com')

    await run(await blockUnder(page, 'Close it again'))
    expect(await host()).toMatchObject({ value: '127.0.0.1', source: 'default' })
    expect(existsSync(machine.pathOf(dropIn))).toBe(false)
  },
)
