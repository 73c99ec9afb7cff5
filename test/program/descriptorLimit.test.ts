import { expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { binary } from '../support/binary.ts'
import { maxMs } from '../support/bounds.ts'
import { readCpuMs } from '../support/cpuTime.ts'
import { emptyFolder } from '../support/folder.ts'
import { amount } from '../support/longForm.ts'

// A server that may have 256 files and connections open at once, and 400 clients that connect and send nothing.

const limit = 256
const clientCount = 400

const open = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await new Promise((resolve) => socket.on('connect', resolve))
  return socket
}

const status = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(maxMs(5_000)) }).then(
    (response) => response.status,
    () => 0,
  )

test.skipIf(process.platform !== 'linux')(
  'at the limit of file descriptors the server goes on, backs up, keeps most of its core free, and says so once',
  async () => {
    using folder = emptyFolder()
    const command = `ulimit -n ${limit}; exec ${await binary()} serve --port 0 --metrics-port 0 --backup-every 1s --log-format text`
    await using server = Bun.spawn(['bash', '-c', command], {
      cwd: folder.path,
      stdout: 'pipe',
      timeout: maxMs(60_000),
    })
    let output = ''
    const reading = (async () => {
      for await (const chunk of server.stdout.pipeThrough(new TextDecoderStream())) output += chunk
    })()
    while (!output.includes('Library: ')) await Bun.sleep(10)
    const [, url = ''] = /Listening on (http\S+)\/api/.exec(output) ?? []
    const [, metrics = ''] = /Metrics at (\S+)/.exec(output) ?? []
    expect(output).toContain(`WARNING This process may have only ${limit} files and connections open at once.`)

    const sockets = await Promise.all(Array.from({ length: clientCount }, () => open(Number(new URL(url).port))))
    while (!output.includes('it accepts no new connections.')) await Bun.sleep(10)
    expect(await status(metrics)).toBe(200)
    const [cpuBefore, start] = [readCpuMs(server.pid) ?? 0, performance.now()]
    while (performance.now() - start < amount(1_000, 4_000)) {
      expect(await status(metrics)).toBe(200)
      await Bun.sleep(100)
    }
    const cpuMs = (readCpuMs(server.pid) ?? 0) - cpuBefore
    expect(cpuMs / (performance.now() - start)).toBeLessThan(0.2)
    const backupCount = () => output.split('Backed up to').length
    const backupsBefore = backupCount()
    while (backupCount() === backupsBefore) await Bun.sleep(10)
    for (const socket of sockets) socket.destroy()
    while ((await status(`${url}/readyz`)) !== 200) await Bun.sleep(50)

    server.kill()
    expect(await server.exited).toBe(0)
    await reading
    expect(output.match(/ ERROR /g)).toHaveLength(1)
  },
)

test.skipIf(process.platform !== 'linux')('doctor names a low limit', async () => {
  using folder = emptyFolder()
  const program = await binary()
  const run = (text: string) =>
    Bun.spawnSync(['bash', '-c', `ulimit -n ${text}; ${program} doctor`], { cwd: folder.path })
  expect(String(run('500').stdout)).toContain('note   limits       This process may have only 500 files')
  expect(String(run('1024').stdout)).not.toContain('limits')
})
