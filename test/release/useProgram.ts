import { expect } from 'bun:test'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../../client/index.ts'
import { serveBinary } from '../support/binary.ts'

/** Writes a script that runs a program as a command says, such as under an emulator. */
export const writeScript = async (folder: string, name: string, command: string): Promise<string> => {
  const file = join(folder, name)
  await Bun.write(file, `#!/bin/sh\nexec ${command} "$@"\n`)
  chmodSync(file, 0o755)
  return file
}

interface Options {
  cwd: string
  args?: string[]
  env?: Record<string, string>
}

/** Serves the sample catalogue with a program, registers, logs in, lists, likes, and stops it with SIGTERM. */
export const useProgram = async (program: string, { cwd, args = [], env = {} }: Options): Promise<void> => {
  // Under an emulator, a hash of a password takes seconds.
  await using server = await serveBinary(['--sample', ...args], { cwd, env, program, timeoutMs: 300_000 })
  const client = createClient({ baseUrl: server.url })
  const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' }
  await client.register({ ...account, password_confirmation: account.password })
  await client.login({ email: account.email, password: account.password })
  const [track] = await client.tracks.list()
  if (!track) throw new Error('The sample catalogue has no tracks.')
  await client.tracks.like(track.id)
  expect((await client.me.likes()).map(({ id }) => id)).toEqual([track.id])
  const document = await fetch(new URL('/openapi.json', server.url), {
    headers: { 'accept-encoding': 'zstd' },
    decompress: false,
  })
  expect(document.headers.get('content-encoding')).toBe('zstd')
  expect(Bun.zstdDecompressSync(await document.bytes()).toString()).toContain('"openapi"')
  const { code, out } = await server.stop('SIGTERM')
  expect([code, out]).toEqual([0, expect.stringContaining('Stopped.')])
}
