// bunfig.toml preloads this file, so that its hook runs after the last test file.
import { afterAll } from 'bun:test'
import { removeBuild } from './binary.ts'

afterAll(removeBuild)
