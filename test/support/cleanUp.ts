// Before all tests, and so after the last of them.
import { afterAll } from 'bun:test'
import { removeBuild } from './binary.ts'

afterAll(removeBuild)
