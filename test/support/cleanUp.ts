// bunfig.toml preloads this file, so that its hooks run after the last test file.
import { afterAll } from 'bun:test'
import { removeFullRelease } from '../release/fullRelease.ts'
import { disposeShared } from './shared/shared.ts'

afterAll(disposeShared)
afterAll(removeFullRelease)
