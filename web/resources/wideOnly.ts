import type { MantineTheme } from '@mantine/core'

/** Hides a column where the window is as narrow as that of a telephone. */
export const wideOnly = { visibleMediaQuery: ({ breakpoints }: MantineTheme) => `(min-width: ${breakpoints.sm})` }
