#!/usr/bin/env node
// The `bin` of the package: runs the program with the same arguments, streams, signals and exit code.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { defaultCommand, withDefaultCommand } from '../src/cli/defaultCommand.ts'
import { describeStartError } from './describeStartError.ts'
import { findProgram } from './findProgram.ts'
import { watchParent } from './watchParent.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const fail = (message: string) => {
  console.error(`music-library: ${message}`)
  process.exitCode = 1
}

const launch = ([file = '', ...programArgs]: string[], args: string[]) => {
  const isServer = args[0] === defaultCommand
  const child = isServer
    ? // The pipe ends with this process, however that ends, and the server ends with the pipe.
      spawn(file, [...programArgs, defaultCommand, '--stop-with-stdin', ...args.slice(1)], {
        stdio: ['pipe', 'inherit', 'inherit'],
      })
    : spawn(file, [...programArgs, ...args], { stdio: 'inherit' })
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  const stop = () => child.stdin?.end()
  if (isServer) watchParent(stop)
  if (isServer && args.includes('--stop-with-stdin')) process.stdin.on('end', stop).on('error', stop).resume()
  // Writing fails when the server has exited.
  child.stdin?.on('error', () => {})
  child.once('error', ({ message }) => fail(describeStartError(file, message)))
  child.once('exit', (code, signal) => {
    // As a shell reports it.
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0)
    process.exit()
  })
}

try {
  launch(findProgram(), withDefaultCommand(process.argv.slice(2)))
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
