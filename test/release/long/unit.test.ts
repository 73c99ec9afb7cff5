import { expect, setDefaultTimeout } from 'bun:test'
import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { binary } from '../../support/binary.ts'
import { emptyFolder } from '../../support/folder.ts'
import { bootContainer, containerTest } from '../container.ts'
import { countRestarts, mainPid } from '../installed.ts'

// What systemd does with the unit in deploy/.

setDefaultTimeout(120_000)

const deploy = join(import.meta.dir, '../../../deploy')

/** A container in which the unit in deploy/ runs. */
const bootWithUnit = async () => {
  using folder = emptyFolder()
  copyFileSync(await binary(), join(folder.path, 'music-library'))
  for (const name of readdirSync(deploy)) {
    if (name.startsWith('music-library.')) copyFileSync(join(deploy, name), join(folder.path, name))
  }
  const container = await bootContainer(folder.path)
  await container.runOk(`
    install -m 755 /host/music-library /usr/local/bin/music-library
    install -D -m 644 /host/music-library.sysusers /etc/sysusers.d/music-library.conf
    install -m 644 /host/music-library.service /etc/systemd/system/
    install -m 644 /host/music-library.toml /etc/
    systemd-sysusers && systemctl daemon-reload && systemctl start music-library`)
  return {
    container,
    /** Sets properties of the unit, and restarts the service. */
    setProperties: (...properties: string[]) =>
      container.run(`
        mkdir -p /etc/systemd/system/music-library.service.d
        printf '[Service]\\n${properties.join('\\n')}\\n' >/etc/systemd/system/music-library.service.d/test.conf
        systemctl daemon-reload && systemctl restart music-library`),
    [Symbol.asyncDispose]: () => container[Symbol.asyncDispose](),
  }
}

containerTest(
  'systemctl reload applies settings without a restart, and a wrong setting ends the service for good',
  async () => {
    await using booted = await bootWithUnit()
    const { run, runOk, waitFor } = booted.container
    // The start has ended when the service listens.
    expect(await runOk('music-library healthcheck')).toBe('Ready.')
    expect(await runOk('systemctl show music-library -p StatusText --value')).toBe(
      'Listening on http://127.0.0.1:3000/api',
    )
    const pid = await mainPid(booted.container)
    await runOk(
      'printf \'limit-all = "1/1h"\\ndocs = "off"\\n\' >>/etc/music-library.toml; systemctl reload music-library',
    )
    await waitFor(
      'journalctl -u music-library -o cat | grep "Changed: limit-all. In effect only after a restart: docs."',
    )
    expect(await runOk('for n in 1 2; do curl -s -o /dev/null -w "%{http_code} " 127.0.0.1:3000/api; done')).toBe(
      '404 429',
    )
    expect(await mainPid(booted.container)).toBe(pid)

    expect((await run('echo "prt = 1" >>/etc/music-library.toml; systemctl reload music-library')).code).not.toBe(0)
    const countErrors = 'journalctl -u music-library -o cat | grep -c "There is no setting prt. Did you mean port?"'
    expect(await runOk(countErrors)).toBe('1')
    expect(await runOk('systemctl is-active music-library')).toBe('active')
    expect(await mainPid(booted.container)).toBe(pid)

    expect((await run('systemctl restart music-library')).code).not.toBe(0)
    await waitFor('systemctl is-failed music-library')
    expect(await runOk(countErrors)).toBe('2')
    expect(await countRestarts(booted.container)).toBe(0)
  },
)

containerTest('systemctl reload works with a credential, which only the server gets', async () => {
  await using booted = await bootWithUnit()
  const { runOk, waitFor } = booted.container
  await runOk('install -m 600 /dev/null /etc/password; echo "a long secret" >/etc/password')
  const admin = 'Environment=ADMIN_EMAIL=you@example.com ADMIN_PASSWORD_FILE=%%d/password'
  expect((await booted.setProperties('LoadCredential=password:/etc/password', admin)).code).toBe(0)
  await runOk('systemctl reload music-library')
  await waitFor('journalctl -u music-library -o cat | grep "The settings were reloaded."')
})

containerTest('a port below 1024 needs the properties that the unit names', async () => {
  await using booted = await bootWithUnit()
  const { runOk, waitFor } = booted.container
  await runOk('sed -i "s/^port = 3000/port = 80/" /etc/music-library.toml')
  expect((await booted.setProperties('RestartSec=0')).code).not.toBe(0)
  await waitFor('journalctl -u music-library -o cat | grep "This user may not listen on port 80"')
  const right = ['CapabilityBoundingSet=CAP_NET_BIND_SERVICE', 'AmbientCapabilities=CAP_NET_BIND_SERVICE']
  expect((await booted.setProperties(...right, 'PrivateUsers=no')).code).toBe(0)
  expect(await runOk('curl -s 127.0.0.1/readyz')).toBe('{"status":"ready"}')
})
