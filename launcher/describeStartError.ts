import { existsSync } from 'node:fs'

/** Says why a program can't be started. @param message - that of the error of `spawn` */
export const describeStartError = (file: string, message: string): string => {
  // The system doesn't find the loader of the executable.
  if (message.includes('ENOENT') && existsSync(file))
    return `${file} can't be started: it is for a system with another C library (glibc or musl). Install it again on this machine.`
  return `${file} can't be started: ${message}`
}
