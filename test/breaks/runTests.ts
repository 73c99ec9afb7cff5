import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The tests of these folders of src are in folders with another name. */
const testFolders: Record<string, string> = { catalogue: 'contract', resources: 'contract', config: 'program' }
/** They are not run: they take long, or read the source and not what it does. */
const leftOut = ['browser', 'release', 'project', 'docs', 'breaks']
/** A break can make an endless loop. */
const maxMs = 900_000

/** The tests of a tree with one broken file. */
export const createBroken = (tree: string, file: string) => {
  const hasTests = (path: string) => path !== '' && existsSync(join(tree, path))
  const folders = readdirSync(join(tree, 'test'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !leftOut.includes(entry.name))
    .map(({ name }) => `test/${name}`)
    .filter((path) => [...new Bun.Glob('**/*.test.ts').scanSync(join(tree, path))].length > 0)

  const inSrc = file.replace(/^src\//, '').replace(/\.ts$/, '')
  const top = inSrc.split('/')[0] ?? ''
  const room = `test/${testFolders[top] ?? top}`
  const sameName = `${inSrc.replace(top, room)}.test.ts`

  /** Returns the first test that fails, as "file: name"; undefined if all pass. */
  const run = async (args: string[]) => {
    // In a process group of its own, since it has processes of its own.
    const child = Bun.spawn(['setsid', process.execPath, 'test/run.ts', ...args], {
      cwd: tree,
      stdout: 'pipe',
      stderr: 'pipe',
    })
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
        if (/^\(fail\) .*\n/m.test(printed)) end()
      }
    }
    await Promise.all([read(child.stdout), read(child.stderr), child.exited])
    clearTimeout(timer)
    const name = /^\(fail\) (.*?)(?: \[[\d.]+m?s\])?$/m.exec(printed)?.[1]
    const [before = ''] = printed.split('(fail) ')
    const testFile = /^(test\/\S+\.test\.ts):$/m.exec(before.split('\n').reverse().join('\n'))?.[1]
    if (name !== undefined) return `${testFile ?? '?'}: ${name}`
    if (isEnded) return 'timeout'
    return child.exitCode === 0 ? undefined : `exit code ${child.exitCode}`
  }

  return {
    /** @param before - the test that failed at another commit @returns null if all pass */
    findFailure: async (before: string | null | undefined) => {
      const seenIn = before?.split(': ')[0]
      const stages = [[seenIn ?? ''], [sameName], [room], folders.filter((folder) => folder !== room)]
      for (const paths of stages.map((stage) => stage.filter(hasTests))) {
        const failure = paths.length > 0 ? await run(paths) : undefined
        if (failure !== undefined) return failure
      }
      return null
    },
  }
}
