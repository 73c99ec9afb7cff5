#!/usr/bin/env node
// The `bin` of the package: runs the program with the same arguments, streams, signals and exit code.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { findProgram } from '../testing/findProgram.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const fail = (message: string) => {
  console.error(`music-library: ${message}`)
  process.exitCode = 1
}

const launch = ([file = '', ...args]: string[]) => {
  const child = spawn(file, [...args, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.once('error', ({ message }) => fail(`The program can't be started: ${message}`))
  child.once('exit', (code, signal) => {
    // As a shell reports it.
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0)
    process.exit()
  })
}

try {
  launch(findProgram())
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
