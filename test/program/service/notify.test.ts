import { expect, test } from 'bun:test'
import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectServiceManager } from '../../../src/program/serviceManager/serviceManager.ts'
import { binary, serveBinary } from '../../support/binary.ts'
import { maxMs } from '../../support/bounds.ts'
import { createOldLibrary } from '../../support/fixtures.ts'
import { emptyFolder } from '../../support/folder.ts'
import { startNotifyReceiver } from '../../support/notifyReceiver.ts'
import { programTest } from '../../support/programs.ts'
import { openRawConnection } from '../../support/rawConnection.ts'

const withPython = programTest('python3')

withPython('the service manager is told when the API answers, at a reload, and at the stop', async () => {
  using folder = emptyFolder()
  using receiver = await startNotifyReceiver(join(folder.path, 'notify'))
  await using server = await serveBinary([], { cwd: folder.path, env: { NOTIFY_SOCKET: receiver.path } })
  const ready = `READY=1\nSTATUS=Listening on ${server.url}`
  expect(await receiver.waitFor('READY=1')).toEqual([ready])
  process.kill(server.pid, 'SIGHUP')
  const reloading = expect.stringMatching(/^RELOADING=1\nMONOTONIC_USEC=\d+\nSTATUS=Reloading the settings\.$/)
  expect(await receiver.waitFor('READY=1')).toEqual([reloading, ready])
  const uptimeUsec = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1e6
  const monotonicUsec = Number(/MONOTONIC_USEC=(\d+)/.exec(receiver.messages.join())?.[1])
  expect(Math.abs(uptimeUsec - monotonicUsec)).toBeLessThan(60e6)
  // The stop waits for this request, whose body never comes.
  await using client = await openRawConnection(server.url)
  client.write(`POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`)
  process.kill(server.pid, 'SIGTERM')
  expect(await receiver.waitFor('STOPPING=1')).toEqual(['STOPPING=1\nSTATUS=Stopping.'])
  process.kill(server.pid, 'SIGHUP')
  client.disconnect()
  await server.waitForOutput('Stopped.')
  expect(server.output.match(/were reloaded/g)?.length).toBe(1)
  expect(receiver.messages.at(-1)).toStartWith('STOPPING=1')
})

withPython('a reload that is asked for during the start begins when the API answers', async () => {
  using folder = emptyFolder()
  const labels = Array.from({ length: 20_000 }, (_, n) => ({ name: `Label ${n}` }))
  writeFileSync(join(folder.path, 'labels.json'), JSON.stringify({ labels }))
  using receiver = await startNotifyReceiver(join(folder.path, 'notify'))
  const child = Bun.spawn([await binary(), 'serve', '--port', '0', '--seed', 'labels.json'], {
    cwd: folder.path,
    env: { NOTIFY_SOCKET: receiver.path },
    stdout: 'ignore',
    timeout: maxMs(30_000),
  })
  await receiver.waitFor('Importing the catalogue.')
  child.kill('SIGHUP')
  const [first] = await receiver.waitFor('READY=1')
  expect(first).toStartWith('READY=1')
  const [second] = await receiver.waitFor('READY=1')
  expect(second).toStartWith('RELOADING=1')
  child.kill()
  expect(await child.exited).toBe(0)
})

// The last one is 60 days, and longer than a timer of the runtime can be.
test.each([
  ['Infinity', undefined],
  ['0', undefined],
  ['200000', 200],
  [`${60 * 86_400}000000`, 60 * 86_400_000],
])('a WATCHDOG_USEC of "%s" is a watchdog of %p ms', async (usec, expected) => {
  // No message is sent here.
  Object.assign(process.env, { NOTIFY_SOCKET: '@music-library-nobody', WATCHDOG_USEC: usec })
  expect((await connectServiceManager()).watchdogMs).toBe(expected)
  // Child processes do not get them.
  expect([process.env.NOTIFY_SOCKET, process.env.WATCHDOG_USEC]).toEqual([undefined, undefined])
})

withPython('a watchdog of 60 days is not answered in the first 200 ms', async () => {
  using folder = emptyFolder()
  using receiver = await startNotifyReceiver(join(folder.path, 'notify'))
  const env = { NOTIFY_SOCKET: receiver.path, WATCHDOG_USEC: `${60 * 86_400}000000` }
  await using server = await serveBinary([], { cwd: folder.path, env })
  await receiver.waitFor('READY=1')
  await Bun.sleep(200)
  await server.stop()
  expect(await receiver.waitFor('STOPPING=1')).toEqual([expect.stringContaining('STOPPING=1')])
})

withPython('an abstract socket is notified, and an upgrade of the library extends the start', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  createOldLibrary(5, path)
  using receiver = await startNotifyReceiver(`@music-library-test-${process.pid}`)
  const env = { NOTIFY_SOCKET: receiver.path, WATCHDOG_USEC: '1000', WATCHDOG_PID: '1' }
  await using _ = await serveBinary(['--database', path], { cwd: folder.path, env })
  expect(await receiver.waitFor('READY=1')).toEqual([
    expect.stringMatching(/^EXTEND_TIMEOUT_USEC=3600000000\nSTATUS=Upgrading the library from schema 5 to \d+\.$/),
    // The watchdog is that of another process.
    expect.stringContaining('READY=1'),
  ])
})

withPython('the watchdog is answered twice in its time, but not while the library cannot be used', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  using receiver = await startNotifyReceiver(join(folder.path, 'notify'))
  const env = { NOTIFY_SOCKET: receiver.path, WATCHDOG_USEC: '200000' }
  await binary()
  // From before the start of the server: a message that arrives late makes this time longer, and never shorter.
  const start = performance.now()
  await using server = await serveBinary(['--database', path], { cwd: folder.path, env })
  await receiver.waitFor('READY=1')
  for (let n = 0; n < 8; n++) expect(await receiver.waitFor('WATCHDOG=1')).toEqual(['WATCHDOG=1'])
  expect(performance.now() - start).toBeGreaterThan(800)

  copyFileSync(path, `${path}.copy`)
  renameSync(path, `${path}.served`)
  renameSync(`${path}.copy`, path)
  await server.waitForOutput(
    'The watchdog of the service manager is not answered. The file of the library was deleted or replaced.',
  )
  const before = receiver.messages.length
  // Five times the interval. The message that was sent last may still arrive.
  await Bun.sleep(500)
  expect(receiver.messages.length - before).toBeLessThanOrEqual(1)
  const { out } = await server.stop()
  expect(out.match(/is not answered/g)?.length).toBe(1)
})

withPython.each(['/missing/socket', 'vsock:2:1234'])(
  'a service manager at %s that cannot be notified is one warning',
  async (address) => {
    using folder = emptyFolder()
    const env = { NOTIFY_SOCKET: address, WATCHDOG_USEC: '100000' }
    await using server = await serveBinary([], { cwd: folder.path, env })
    await server.waitForOutput("The service manager can't be notified at NOTIFY_SOCKET.")
    expect((await fetch(server.url.replace('/api', '/readyz'))).status).toBe(200)
    const { code, out } = await server.stop()
    expect([code, out.match(/can't be notified/g)?.length]).toEqual([0, 1])
  },
)
