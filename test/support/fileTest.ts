import { test } from 'bun:test'
import { engine } from './engine.ts'

/** A test of what only a library in a file has. Its name says what that is. */
export const fileTest = test.skipIf(engine !== 'file')
