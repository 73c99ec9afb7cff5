/** What is made when it is first needed, and once. */
export const whenNeeded = <Made>(make: () => Promise<Made>) => {
  let made: Promise<Made> | undefined
  return (): Promise<Made> => {
    made ??= make()
    return made
  }
}
