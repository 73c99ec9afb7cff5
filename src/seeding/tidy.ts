/** After so many rows what they left behind is collected. */
const often = 50_000

let rows = 0

/**
 * Told of each row that was read or written. The collector lets garbage grow to the size of all that is alive, which is
 * too much beside a file of a million records; here it is asked to come more often.
 */
export const tidy = () => {
  rows++
  if (rows % often === 0) Bun.gc(true)
}
