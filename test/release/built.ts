import { isMissing, programTest } from '../support/programs.ts'
import { shared } from '../support/shared/shared.ts'

/** What makes releases, and reads them. */
export const releasePrograms = ['xz', 'dpkg-deb']

/** A test of the release. It is skipped where a program that makes releases is missing. */
export const releaseTest = programTest(...releasePrograms)

export const canBuildRelease = !isMissing(releasePrograms)

/** The folder with what `bun run release` makes for one target. */
export const builtRelease = () => shared('release')
