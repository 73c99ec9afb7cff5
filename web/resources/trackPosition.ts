/** The disc, if there is one, and the number or side with which the name of a file begins: `05-so-what.flac`, `1-05 So What.flac`, `A2 Lazy Bird`. */
const numberForm = /^(?:((?:CD|LP)?[1-9])[-.](?=[A-H]?\d+ |\d\d[._-]))?0*([A-H]{0,2}[1-9]\d{0,2}[a-d]?)(?=[ ._-])/

/** A side with one track, in a path that was made, such as `B Naima`. */
const sideForm = /^[A-Z]{1,2}(?= )/

/** The place of a track on its album, as its file name or its made path begins with it. The API has no number of a track. */
export const positionOf = ({ file_path, title }: { file_path: string; title: string }): string | undefined => {
  const name = file_path.split(/[/\\]/).at(-1) ?? ''
  const [found, disc, number] = numberForm.exec(name) ?? []
  // The title may begin with a number itself.
  if (found !== undefined) return title.startsWith(found) ? undefined : [disc, number].filter(Boolean).join('-')
  const [side] = sideForm.exec(name) ?? []
  return name === `${side} ${title}` ? side : undefined
}
