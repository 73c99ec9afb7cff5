/** How long no key is pressed before a search starts, in milliseconds. */
export const typingPause = 80
