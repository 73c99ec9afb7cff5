import { test } from 'bun:test'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { maxMs } from '../support/bounds.ts'
import { runCommandInTerminal } from '../support/terminal.ts'

/** The programs that `bootContainer` needs, and the packages of Debian that have them. */
export const containerPrograms: Record<string, string> = {
  'systemd-nspawn': 'systemd-container',
  mmdebstrap: 'mmdebstrap',
  nsenter: 'util-linux',
}

/** A test that is skipped where a program that `bootContainer` needs is missing. */
export const containerTest = test.skipIf(Object.keys(containerPrograms).some((program) => !Bun.which(program)))

/** The packages of a small server, and what the commands of the docs need. libnss-systemd makes users of units visible, as on most machines. */
const packages = ['systemd', 'systemd-sysv', 'libnss-systemd', 'dbus', 'sudo', 'curl', 'jq', 'xz-utils', 'iproute2']

/** A release of Debian: 12 or 13. */
export type Suite = 'bookworm' | 'trixie'

interface Result {
  code: number
  out: string
  err: string
}

/** Debian with systemd, which sees only its own loopback network. What it writes is in memory, and gone when it is disposed of. */
export interface Container extends AsyncDisposable {
  /** Runs a script of bash as root, for at most 60 seconds by default. */
  run(script: string, timeoutMs?: number): Promise<Result>
  /** The same for one that must succeed. @returns what it prints to standard output, without white space around it */
  runOk(script: string, timeoutMs?: number): Promise<string>
  /** Runs a script in a terminal. @param dialogue - as for `runCommandInTerminal` */
  runInTerminal(
    script: string,
    dialogue: [question: string, answer: string][],
  ): Promise<{ code: number; display: string }>
  /** Writes a file that belongs to root. */
  write(path: string, content: Uint8Array): Promise<void>
  /** Runs the script until it succeeds, for at most 20 seconds. */
  waitFor(script: string): Promise<string>
}

/** The root of a container. It is kept between runs: to make it takes half a minute. Another list of packages makes another one. */
export const makeRoot = (suite: Suite): string => {
  const root = join(tmpdir(), `music-library-test-${suite}-${Bun.hash.crc32(packages.join()).toString(16)}`)
  if (existsSync(root)) return root
  const work = `${root}.${process.pid}`
  try {
    const { exitCode, stderr } = Bun.spawnSync(
      [
        'mmdebstrap',
        '--variant=minbase',
        '--format=directory',
        `--include=${packages.join(',')}`,
        // sudo warns if it can't resolve the name of the machine.
        '--customize-hook=echo 127.0.0.1 localhost debian >"$1/etc/hosts" && echo debian >"$1/etc/hostname"',
        suite,
        work,
      ],
      { stdout: 'ignore', timeout: maxMs(300_000) },
    )
    if (exitCode !== 0) throw new Error(`The root of the container can't be made: ${stderr}`)
    renameSync(work, root)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return root
}

/**
 * Boots a container. It is ended after ten minutes at most.
 * @param host - a folder that it sees, read-only, as /host
 */
export const bootContainer = async (host: string, suite: Suite = 'bookworm'): Promise<Container> => {
  const root = makeRoot(suite)
  const machine = Bun.spawn(
    [
      // It ends with the test runner, even if that is killed.
      ...['setpriv', '--pdeathsig=TERM', 'systemd-nspawn'],
      ...['--quiet', `--machine=music-library-test-${crypto.randomUUID().slice(0, 8)}`],
      ...[`--directory=${root}`, '--volatile=overlay', `--bind-ro=${host}:/host`, '--tmpfs=/mnt/backups'],
      ...['--private-network', '--register=no', '--keep-unit', '--boot', '--console=pipe'],
    ],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore', timeout: maxMs(600_000) },
  )
  const stop = async () => {
    // Nothing in it is kept. With its first process the kernel ends all others.
    const leader = await leaderOf(machine.pid).catch(() => '')
    if (leader === '') machine.kill('SIGKILL')
    else process.kill(Number(leader), 'SIGKILL')
    await machine.exited
  }
  const command = async (script: string) => [
    ...['nsenter', '--all', `--target=${await leaderOf(machine.pid)}`, '--'],
    ...['env', '--ignore-environment', 'HOME=/root', 'LANG=C.UTF-8', 'TERM=xterm', 'DEBIAN_FRONTEND=noninteractive'],
    ...['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'bash', '-c', `cd /root\n${script}`],
  ]
  const run = async (script: string, timeoutMs = maxMs(60_000)): Promise<Result> => {
    const child = Bun.spawn(await command(script), {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: timeoutMs,
    })
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    // apt runs dpkg in a terminal.
    return { code, out: out.replaceAll('\r\n', '\n').trim(), err: err.trim() }
  }
  const runOk = async (script: string, timeoutMs?: number) => {
    const { code, out, err } = await run(script, timeoutMs)
    if (code !== 0) throw new Error(`${script}\nended with ${code}:\n${out}\n${err}`)
    return out
  }
  const waitFor = async (script: string) => {
    let last: Result | undefined
    for (const end = Date.now() + maxMs(20_000); Date.now() < end; await Bun.sleep(100)) {
      last = await run(script)
      if (last.code === 0) return last.out
    }
    throw new Error(`${script}\ndid not succeed in 20 seconds:\n${last?.out}\n${last?.err}`)
  }
  try {
    // A unit of Debian itself may fail on a busy machine, which is "degraded".
    await waitFor('systemctl is-system-running | grep --extended-regexp "running|degraded"')
  } catch (error) {
    await stop()
    throw error
  }
  const write = async (path: string, content: Uint8Array) => {
    const child = Bun.spawn(await command(`cat >'${path}'`), { stdin: content, timeout: maxMs(10_000) })
    if ((await child.exited) !== 0) throw new Error(`${path} can't be written.`)
  }
  const runInTerminal: Container['runInTerminal'] = async (script, dialogue) =>
    await runCommandInTerminal(await command(script), '/', dialogue)
  return { run, runOk, runInTerminal, write, waitFor, [Symbol.asyncDispose]: stop }
}

/** The process with the number 1 in the container, as seen from outside: the only child of systemd-nspawn. */
const leaderOf = async (pid: number) => {
  const children = await Bun.file(`/proc/${pid}/task/${pid}/children`).text()
  return children.trim()
}
