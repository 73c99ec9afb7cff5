#!/usr/bin/env node
// The `bin` of the package: runs the program with the same arguments, streams, signals and exit code.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { defaultCommand, withDefaultCommand } from '../src/program/defaultCommand.ts'
import { describeStartError } from './describeStartError.ts'
import { findProgram } from './findProgram.ts'
import { watchPackageManager } from './watchPackageManager.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const fail = (message: string) => {
  console.error(`music-library: ${message}`)
  process.exitCode = 1
}

const launch = ([file = '', ...programArgs]: string[], args: string[]) => {
  const isServer = args[0] === defaultCommand
  // The channel ends with this process, however that ends, and the server ends with the channel.
  const child = spawn(file, [...programArgs, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', ...(isServer ? (['ipc'] as const) : [])],
  })
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  if (isServer) watchPackageManager(() => child.connected && child.disconnect())
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
