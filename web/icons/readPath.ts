import { icons } from '@iconify-json/tabler'

const lineStyle = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"'
const areaStyle = 'fill="currentColor"'

/**
 * Reads what an icon is drawn with from the package that has all icons in one file: the attribute `d` of a path of SVG. It is
 * a macro: the bundler runs it, and puts the result in the place of the call. So the console contains only the icons that it uses.
 * @throws Error if there is no such icon, or if one path with the attributes of createIcon.tsx does not draw it
 */
export const readPath = (name: string): string => {
  const body = icons.icons[name]?.body
  if (body === undefined) throw new Error(`Tabler Icons has no icon "${name}".`)
  const paths = [...body.matchAll(/ d="([^"]+)"/g)].map(([, path = '']) => path)
  const elements = paths.map((path) => `<path d="${path}"/>`)
  // Areas of several paths are not joined: where they overlap, there might be a hole.
  const drawable = name.endsWith('-filled')
    ? [`<path ${areaStyle} d="${paths[0]}"/>`]
    : [`<path ${lineStyle} d="${paths[0]}"/>`, `<g ${lineStyle}>${elements.join('')}</g>`]
  if (!drawable.includes(body)) throw new Error(`One path does not draw the icon "${name}": ${body}`)
  return paths.map(startAbsolutely).join('')
}

/** A path may begin with a relative move. It would be relative to the end of the path before. */
const startAbsolutely = (path: string) => {
  // Pairs of numbers that follow the first one without a command are relative, too, and would become absolute.
  if (/^m[^a-z]*[\s,][^a-z]*[\s,]/.test(path)) throw new Error(`The path "${path}" begins with more than a move.`)
  return path.replace(/^m/, 'M')
}
