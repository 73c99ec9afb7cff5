/** The widths of columns whose values are about equally long, in pixels: with their title, and the arrows of those that are sorted. */
export const columnWidths = { icon: 48, count: 88, sortedCount: 104, choice: 104, date: 136 }
