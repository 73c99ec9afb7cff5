import { isMissing, programTest } from '../support/programs.ts'
import { shared } from '../support/shared/shared.ts'

const programs = ['xz', 'dpkg-deb']

/** A test of the release. It is skipped where a program that makes releases is missing. */
export const releaseTest = programTest(...programs)

export const canBuildRelease = !isMissing(programs)

/** The folder with what `bun run release` makes for one target. */
export const builtRelease = () => shared('release')
