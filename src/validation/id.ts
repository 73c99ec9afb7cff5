/** Parses the id of a record: a whole number from 1 to 2^53 - 1, without leading zeros. @returns undefined for any other text */
export const parseId = (text: string): number | undefined => {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}
