/**
 * How long no key is pressed before a search starts, in milliseconds. Together with the search, an answer shall take no longer than 150 ms.
 */
export const typingPause = 60
