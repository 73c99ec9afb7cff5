// bunfig.toml preloads this file in each process of tests. Its hooks run after the last test file.
import { afterAll } from 'bun:test'
import { removeFullRelease } from '../release/fullRelease.ts'
import { requireAsking } from './packages.ts'
import { disposeShared } from './shared/shared.ts'

requireAsking()
afterAll(disposeShared)
afterAll(removeFullRelease)
