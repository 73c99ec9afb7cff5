// bunfig.toml preloads this file, so that its hooks run after the last test file.
import { afterAll } from 'bun:test'
import { removeTarball } from '../package/consumer.ts'
import { removeRelease } from '../release/built.ts'
import { removeFullRelease } from '../release/fullRelease.ts'
import { removeSounds } from './audio.ts'
import { removeBuild } from './binary.ts'
import { closeBrowser } from './browser.ts'

afterAll(removeBuild)
afterAll(removeTarball)
afterAll(removeSounds)
afterAll(closeBrowser)
afterAll(removeRelease)
afterAll(removeFullRelease)
