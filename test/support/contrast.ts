/** The parts of a colour such as `#465568` or `rgb(70, 85, 104)`: red, green and blue, from 0 to 255. */
const parseColour = (colour: string): number[] =>
  colour.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    : (colour.match(/[\d.]+/g) ?? []).map(Number)

/** The relative luminance, as WCAG 2.2 defines it. */
const luminanceOf = (colour: string) => {
  const [r = 0, g = 0, b = 0] = parseColour(colour).map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast of two opaque colours, from 1 to 21. */
export const contrastOf = (first: string, second: string): number => {
  const [light = 0, dark = 0] = [luminanceOf(first), luminanceOf(second)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}
