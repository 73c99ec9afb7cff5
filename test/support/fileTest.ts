import { test } from 'bun:test'
import { engine } from './engine.ts'

/** A test of what only a library in a file has. Its name says what that is. A run on PostgreSQL does not have it. */
export const fileTest: (name: string, run: () => Promise<void>, timeoutMs?: number) => void =
  engine === 'file' ? test : () => {}
