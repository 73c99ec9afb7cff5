import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { binary } from './binary.ts'
import { maxMs } from './bounds.ts'
import { runInProcess } from './commandRun.ts'
import { arePrintedInOrder, isPrinted } from './consoleText.ts'
import { emptyFolder } from './folder.ts'

/** Folders of the machine that commands of the docs use. They are below the home folder instead. */
const machinePaths = /(?<![\w./~-])(\/(?:etc|var\/lib|mnt|srv|tmp)\/)/g

/**
 * What a command may begin with, so that no page changes the machine that runs the tests. A block with other programs has a mark that says
 * which test runs it.
 */
const allowedCommand =
  /^((\w+=\S+ )*(sudo )?music-library |(\.|beet|cat|cd|chmod|cp|curl|echo|export|git diff --no-index|install -m 600|mkdir|sqlite3) |\w+=\S*$)/

/** A command of the program alone, without files for what it reads or prints. `scan` starts processes of its program. */
const programCommand = /^((?:\w+=\S+ )*)music-library (?!scan\b)([^|<>]*?)(?:\s#.*)?$/

/** What commands read from standard input. */
const input = 'correct horse battery\n'

/** A command that is not finished after this time fails. */
const timeoutMs = maxMs(30_000)

interface Server {
  pid: number
  /** The file that has what it prints. */
  outputFile: string
  /** What the page says that it prints; undefined if the page does not show it. */
  shown: string[] | undefined
}

export interface ConsoleHome extends AsyncDisposable {
  path: string
  /** Writes a file. A path that is absolute is below the home folder, as it is for commands. */
  write(file: string, content: string | Uint8Array): void
  /**
   * Runs a command as a reader would type it, and returns what it prints on both outputs. A server goes on in the background.
   *
   * @param shown - what the page says that it prints
   * @throws Error if it prints something else, or if it fails and the page does not show an error
   */
  run(command: string, shown?: string[]): Promise<string>
  /** Stops the server that runs, if one does, and compares what it has printed with the page. */
  stopServer(): Promise<void>
  /** Stops the server, removes all files, and forgets variables. */
  clean(): Promise<void>
}

/**
 * A home folder with the executable on the path, and a shell in it that keeps its variables. Commands read `correct horse battery` from
 * standard input, which is a password where one is asked for. Port 3000 is a free port, and `sudo` runs a command as the same user.
 */
export const openConsoleHome = async (): Promise<ConsoleHome> => {
  const home = emptyFolder()
  const programs = emptyFolder()
  symlinkSync(await binary(), join(programs.path, 'music-library'))
  writeFileSync(join(programs.path, 'sudo'), '#!/bin/sh\n[ "$1" = -u ] && shift 2\nexec "$@"\n', { mode: 0o755 })
  const scratch = emptyFolder()
  writeFileSync(join(scratch.path, 'input'), input)
  const machine = join(home.path, '.machine')
  let shell = openShell(home.path, `${programs.path}:${process.env.PATH}`)
  let server: Server | undefined
  let port = '3000'
  let token = ''
  let etag = ''
  let count = 0

  const toReal = (command: string) =>
    command
      .replaceAll(machinePaths, `${machine}$1`)
      .replaceAll('/home/me/', `${home.path}/`)
      .replaceAll(/(127\.0\.0\.1|localhost):3000/g, `$1:${port}`)
      // At a terminal, seed asks here, and a reader agrees.
      .replace(/^(music-library seed .*--prune)$/, '$1 --yes')
      .replaceAll('mlib_…', token)
      .replaceAll('W/"…"', etag)
  const toShown = (output: string) => output.replaceAll(machine, '').replaceAll(home.path, '/home/me')

  const evaluate = async (command: string) => {
    const name = join(scratch.path, `${count++}`)
    writeFileSync(`${name}.sh`, command)
    const status = await shell.ask(`eval "$(<${name}.sh)" <${scratch.path}/input >${name}.out 2>&1; echo $?`)
    return { exitCode: Number(status), output: await Bun.file(`${name}.out`).text() }
  }

  /**
   * Runs a command in the process of the test, with the words, the variables and the folder that the shell finds in it: a process of the
   * executable takes ten times as long.
   */
  const runProgram = async ([, variables, words]: string[]) => {
    const { output } = await evaluate(`${variables}env -0; echo; printf '%s\\0' ${words}`)
    const [shellVariables = '', args = ''] = output.split('\0\n')
    const env = Object.fromEntries(shellVariables.split('\0').map((text) => text.split(/=(.*)/s).slice(0, 2)))
    const options = { cwd: env.PWD, env, stdin: input, mergeOutputs: true }
    const { code, out } = await runInProcess(args.split('\0').slice(0, -1), options)
    return { exitCode: code, output: out }
  }

  const startServer = async (command: string, shown: string[] | undefined) => {
    await stopServer()
    const outputFile = join(scratch.path, `${count++}.out`)
    const text = toReal(command).replace(/--port \d+/, '--port 0')
    // A group, so that `&` applies to the whole command. exec makes its id that of the server.
    writeFileSync(`${outputFile}.sh`, text.replace(/(?<=^| )music-library /, 'exec music-library '))
    const start = `(export PORT=0 LOG_FORMAT=text; eval "$(<${outputFile}.sh)") <${scratch.path}/input >${outputFile} 2>&1 & echo $!`
    server = { pid: Number(await shell.ask(start)), outputFile, shown }
    const started = performance.now()
    for (;;) {
      const output = existsSync(outputFile) ? await Bun.file(outputFile).text() : ''
      const listening = /Listening on http:\/\/[^:]+:(\d+)/.exec(output)
      if (listening && output.includes('Library: ')) {
        port = listening[1] ?? port
        await evaluate(`export PORT=${port}`)
        return toShown(output)
      }
      if (!isRunning(server.pid)) {
        server = undefined
        const printed = toShown(await Bun.file(outputFile).text())
        if (shown && isPrinted(shown, printed)) return printed
        throw new Error(difference(command, shown ?? ['a server that listens'], printed))
      }
      if (performance.now() - started > timeoutMs) throw new Error(`${command}\ndoes not listen: ${output}`)
      await Bun.sleep(10)
    }
  }

  const stopServer = async () => {
    if (!server) return
    const { pid, outputFile, shown } = server
    server = undefined
    process.kill(pid, 'SIGTERM')
    // The shell reaps it.
    await shell.ask(`wait ${pid}; echo $?`)
    const printed = toShown(await Bun.file(outputFile).text())
    if (shown && !arePrintedInOrder(shown, printed)) throw new Error(difference('The server', shown, printed))
  }

  return {
    path: home.path,
    write: (file, content) => {
      const path = join(home.path, file.replaceAll(machinePaths, '.machine$1'))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content, { mode: 0o600 })
    },
    run: async (command, shown) => {
      if (!allowedCommand.test(command)) throw new Error(`${command}\nmust not run here.`)
      if (/^(\w+=\S+ )*(sudo .*)?music-library (serve|--)/.test(command)) return startServer(command, shown)
      const text = toReal(command)
      const match = programCommand.exec(text)
      const { exitCode, output: printed } = await (match ? runProgram(match) : evaluate(text))
      const output = toShown(printed)
      const hasDifferences = exitCode === 1 && command.startsWith('git diff')
      const mayFail = hasDifferences || (shown?.some((line) => /^music-library: |WRONG/.test(line)) ?? false)
      if (exitCode !== 0 && !mayFail) throw new Error(`${command}\nfailed with ${exitCode}:\n${output}`)
      if (shown && !isPrinted(shown, output)) throw new Error(difference(command, shown, output))
      token = /mlib_[\w-]{43}/.exec(output)?.[0] ?? token
      etag = /^ETag: (\S+)/im.exec(output)?.[1] ?? etag
      return output
    },
    stopServer,
    clean: async () => {
      await stopServer()
      await shell.close()
      for (const name of readdirSync(home.path)) rmSync(join(home.path, name), { recursive: true })
      shell = openShell(home.path, `${programs.path}:${process.env.PATH}`)
    },
    [Symbol.asyncDispose]: async () => {
      try {
        await stopServer()
      } finally {
        await shell.close()
        for (const folder of [home, programs, scratch]) folder[Symbol.dispose]()
      }
    },
  }
}

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const difference = (name: string, shown: string[], printed: string) =>
  `${name}\nprints:\n${printed}\nThe page shows:\n${shown.join('\n')}\n`

/** A bash in a folder, which runs one line after another and returns the line that each of them prints. */
const openShell = (folder: string, path: string) => {
  mkdirSync(join(folder, '.machine/etc'), { recursive: true })
  mkdirSync(join(folder, '.machine/tmp'), { recursive: true })
  const child = Bun.spawn(['bash', '--noprofile', '--norc'], {
    cwd: folder,
    env: { PATH: path, HOME: folder, LANG: 'C.UTF-8' },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  let buffer = ''
  return {
    ask: async (line: string) => {
      child.stdin.write(`${line}\n`)
      child.stdin.flush()
      const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
      for (;;) {
        const end = buffer.indexOf('\n')
        if (end >= 0) {
          clearTimeout(timer)
          const answer = buffer.slice(0, end)
          buffer = buffer.slice(end + 1)
          return answer
        }
        const { value, done } = await reader.read()
        if (done) throw new Error(`The shell ended, or took more than ${timeoutMs / 1000} s: ${line}`)
        buffer += decoder.decode(value, { stream: true })
      }
    },
    close: async () => {
      child.stdin.end()
      await child.exited
    },
  }
}
