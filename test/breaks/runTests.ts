import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The tests of these folders of src are in folders with another name. */
const testFolders: Record<string, string> = { catalogue: 'contract', resources: 'contract', config: 'program' }
/** They are not run: they take long, or read the source and not what it does. */
const leftOut = new Set(['browser', 'release', 'project', 'docs', 'breaks'].map((name) => `test/${name}`))
/** It takes minutes: only the run of all tests has it. */
const largeFolder = 'test/program'
/** A break can make an endless loop. */
const maxMs = 1_800_000

interface Failure {
  /** The test file; without one, the run itself failed, or took too long. */
  file: string | undefined
  name: string
}

/** Returns the failed tests that a run has printed. The name of a file stands above its tests. */
const findFailures = (printed: string): Failure[] => {
  let file: string | undefined
  return printed.split('\n').flatMap((line) => {
    file = /^(test\/\S+\.test\.ts):$/.exec(line)?.[1] ?? file
    const name = /^\(fail\) (.*?)(?: \[[\d.]+m?s\])?$/.exec(line)?.[1]
    return name === undefined ? [] : [{ file, name }]
  })
}

export const describeFailure = ({ file = '?', name }: Failure) => `${file}: ${name}`

/** Runs the tests of a tree. */
export const createTestRunner = (tree: string) => {
  const hasTests = (path: string) => path !== '' && path !== largeFolder && existsSync(join(tree, path))
  const files = [...new Bun.Glob('test/*/**/*.test.ts').scanSync(tree)]
  const folders = new Set(files.map((file) => file.split('/').slice(0, 2).join('/'))).difference(leftOut)

  /** @param isFirstEnough - whether the first failure ends the run */
  const run = async (paths: string[], isFirstEnough: boolean): Promise<Failure[]> => {
    // In a process group of its own, since it has processes of its own.
    const command = ['setsid', process.execPath, 'test/run.ts', ...paths]
    const child = Bun.spawn(command, { cwd: tree, stdout: 'pipe', stderr: 'pipe' })
    let isEnded = false
    const end = () => {
      if (!isEnded) process.kill(-child.pid, 'SIGKILL')
      isEnded = true
    }
    const timer = setTimeout(end, maxMs)
    let printed = ''
    const read = async (stream: ReadableStream<Uint8Array>) => {
      const decoder = new TextDecoder()
      for await (const chunk of stream) {
        printed += decoder.decode(chunk, { stream: true })
        if (isFirstEnough && /^\(fail\) .*\n/m.test(printed)) end()
      }
    }
    await Promise.all([read(child.stdout), read(child.stderr), child.exited])
    clearTimeout(timer)
    const failures = findFailures(printed)
    if (failures.length > 0 || (child.exitCode === 0 && !isEnded)) return failures
    return [{ file: undefined, name: isEnded ? 'timeout' : `exit code ${child.exitCode}` }]
  }

  return {
    /** Returns the failures of all tests, without those that are left out. */
    runAll: () => run([...folders], false),

    /** Runs some tests again. @returns the first failure */
    runAgain: async (failures: Failure[]) => {
      const files = [...new Set(failures.flatMap(({ file }) => file ?? []))]
      // The names of groups stand before that of a test.
      const names = failures.map(({ name }) => name.split(' > ').at(-1) ?? '')
      const pattern = names.map((name) => `${name.replaceAll(/[^\w ,]/g, '.')}$`).join('|')
      return files.length > 0 ? (await run(['-t', pattern, ...files], true))[0] : undefined
    },

    /**
     * Runs the test file that saw the break at another commit, then the one of the same name, then those of the folder.
     * @returns the first failure
     */
    runNear: async (file: string, seenIn: string | undefined) => {
      const inSrc = file.replace(/^src\//, '').replace(/\.ts$/, '')
      const top = inSrc.split('/')[0] ?? ''
      const folder = `test/${testFolders[top] ?? top}`
      for (const path of [seenIn ?? '', `${inSrc.replace(top, folder)}.test.ts`, folder].filter(hasTests)) {
        const [failure] = await run([path], true)
        if (failure) return failure
      }
      return
    },
  }
}
