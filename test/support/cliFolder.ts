import { expect } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ServerProcess, serveBinary } from './binary.ts'
import { type Client, client } from './client.ts'
import { runCommand, runInProcess } from './commandRun.ts'
import { emptyFolder } from './folder.ts'
import type { Result } from './process.ts'

/** The words of a command, or all of them in one text, with a space between two. */
export type Command = readonly string[] | string

interface Options {
  env?: Record<string, string>
  stdin?: string
}

export const wordsOf = (command: Command): string[] =>
  typeof command === 'string' ? command.split(' ').filter(Boolean) : [...command]

/** An empty folder in which commands run, as `runCommand` runs them, and the executable serves. @param files - what `write` gets, by the names of the files */
export const createCliFolder = (files: Record<string, unknown> = {}) => {
  const folder = emptyFolder()
  const { path } = folder
  const pathOf = (name: string) => join(path, name)
  /** Writes a file that only its owner may read: a text, bytes, or another value as JSON. */
  const write = (name: string, content: unknown) => {
    const isRaw = typeof content === 'string' || content instanceof Uint8Array
    writeFileSync(pathOf(name), isRaw ? content : JSON.stringify(content), { mode: 0o600 })
  }
  for (const [name, content] of Object.entries(files)) write(name, content)
  return {
    ...folder,
    pathOf,
    write,
    /** The names of the files in the folder, or in one below it. */
    list: (name = '') => readdirSync(pathOf(name)).sort(),
    run: (command: Command, options: Options = {}) => runCommand(wordsOf(command), { cwd: path, ...options }),
    /** Runs a command that is wrong usage. */
    reject: (command: Command, options: Options = {}) => runInProcess(wordsOf(command), { cwd: path, ...options }),
    serve: (command: Command = '', env: Record<string, string> = {}) =>
      serveBinary(wordsOf(command), { cwd: path, env }),
  }
}

/** The result of a command that fails with one line. */
export const failure = (sentence: string, code = 1): Result => ({ code, out: '', err: `music-library: ${sentence}\n` })

/** Expects that a command has ended with an exit code and one line, which contains a text, on standard error. */
export const expectFailure = ({ code, out, err }: Result, exit: number, text: string): void => {
  expect([code, out]).toEqual([exit, ''])
  expect(err).toMatch(/^music-library: .+\n$/)
  expect(err).toContain(text)
}

/** The first admin, which a server makes with these variables. */
export const admin = { email: 'admin@example.com', password: 'correct horse' }
export const adminVariables = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }

/** Logs the first admin in. */
export const logInAsAdmin = async ({ url }: Pick<ServerProcess, 'url'>): Promise<Client> =>
  client(url, (await client(url).post('/login', admin)).body.token)
