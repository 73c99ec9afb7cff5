/** The log levels, in ascending order. */
export const levels = ['debug', 'info', 'warning', 'error'] as const
export type Level = (typeof levels)[number]

/** `auto` is text at a terminal, and JSON elsewhere. */
export const formats = ['auto', 'json', 'text'] as const
export type Format = (typeof formats)[number]
