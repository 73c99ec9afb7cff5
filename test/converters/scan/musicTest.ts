import { audioTest, createMusicFolder } from '../../support/audio.ts'
import { fixtureTest } from '../../support/fixtureTest.ts'

/** A test with an empty folder for audio files. It is skipped where they can't be made. */
export const musicTest = fixtureTest(createMusicFolder, audioTest)
