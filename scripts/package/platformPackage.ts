import type { Target } from '../release/targets.ts'

/** The package that contains the executable for a platform. */
export const platformPackageName = ({ name }: Pick<Target, 'name'>): string => `@music-library/${name}`
