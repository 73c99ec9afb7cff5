/** Hides a column where the window is as narrow as that of a telephone. */
export const wideOnly = { visibleMediaQuery: '(min-width: 48em)' }

/** Hides a column also where the window is as narrow as that of a tablet. */
export const widestOnly = { visibleMediaQuery: '(min-width: 62em)' }
