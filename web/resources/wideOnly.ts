import type { MantineTheme } from '@mantine/core'

const from = (breakpoint: 'sm' | 'md') => ({
  visibleMediaQuery: ({ breakpoints }: MantineTheme) => `(min-width: ${breakpoints[breakpoint]})`,
})

/** Hides a column where the window is as narrow as that of a telephone. */
export const wideOnly = from('sm')

/** Hides a column also where the window is as narrow as that of a tablet. */
export const widestOnly = from('md')
