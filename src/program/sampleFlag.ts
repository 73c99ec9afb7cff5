import { InvalidArgumentError, Option } from 'commander'

/** The value of `--sample`: the sample, or the number of tracks of a catalogue that is made up. */
export type Sample = true | number

export const sampleOption = (): Option =>
  new Option('--sample [tracks]', 'import the sample catalogue, or a made-up one with this number of tracks').argParser(
    parseTracks,
  )

/** @throws InvalidArgumentError */
const parseTracks = (value: string): number => {
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value)
  throw new InvalidArgumentError('Give a number of tracks, such as 10000, or leave it out.')
}

/** @throws UsageError for a number that is too high */
export const sampleText = async (sample: Sample): Promise<string> => {
  // Most servers seed nothing.
  const { catalogueText } = await import('../seeding/sample.ts')
  return catalogueText(sample === true ? 'sample' : { tracks: sample })
}
