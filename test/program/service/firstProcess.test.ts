import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { binary } from '../../support/binary.ts'
import { maxMs } from '../../support/bounds.ts'
import { emptyFolder } from '../../support/folder.ts'

// In a container without an init, the program is process 1: signals without a handler have no effect, and it has to wait for
// its children.

const inNamespace = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']

/** Only root may do so, and not in every container. */
const mayUnshare = Bun.which('unshare') && Bun.spawnSync([...inNamespace, 'true']).exitCode === 0

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

const stateOf = (pid: number) => {
  try {
    return /State:\s+(\w)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  } catch {
    return 'ended'
  }
}

test.skipIf(!mayUnshare)(
  'as process 1 it ends at SIGTERM with exit code 0, and leaves no zombies of its backups',
  async () => {
    using folder = emptyFolder()
    const serve = ['serve', '--port', '0', '--backup-every', '1s', '--log-format', 'text']
    const namespace = Bun.spawn([...inNamespace, await binary(), ...serve], {
      cwd: folder.path,
      stdout: 'pipe',
      timeout: maxMs(30_000),
    })
    const [server = 0] = await pollChildren(namespace.pid)
    let output = ''
    let isStopping = false
    for await (const chunk of namespace.stdout.pipeThrough(new TextDecoderStream())) {
      output += chunk
      if (!isStopping && output.split('Backed up to').length === 3) {
        isStopping = true
        expect(readFileSync(`/proc/${server}/status`, 'utf8')).toMatch(/NSpid:\s+\d+\s+1\n/)
        // A child that has just ended is a zombie until the server has waited for it. After the timeout the namespace ends by SIGKILL.
        const zombies = childrenOf(server).filter((pid) => stateOf(pid) === 'Z')
        while (zombies.some((pid) => stateOf(pid) === 'Z') && namespace.exitCode === null) await Bun.sleep(5)
        process.kill(server, 'SIGTERM')
      }
    }
    expect(await namespace.exited).toBe(0)
    expect(output).toEndWith('Stopped.\n')
  },
)

const pollChildren = async (pid: number) => {
  for (;;) {
    const children = childrenOf(pid)
    if (children.length > 0) return children
    await Bun.sleep(5)
  }
}
