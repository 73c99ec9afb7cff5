/**
 * The file `copyright` in the form that programs can read.
 * @param licence - the text of the program's own licence
 * @param thirdParty - the licences of everything else that the executable contains
 */
export const debianCopyright = (licence: string, thirdParty: string): string => {
  const [title = '', holder = '', ...text] = licence.trim().split(/\n\n/)
  if (title !== 'MIT License') throw new Error(`deploy/debian/copyright is about the MIT License, not "${title}".`)
  return `\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: music-library

Files: *
Copyright: ${holder.replace(/^Copyright \(c\) /, '')}
License: Expat
${indent(text.join('\n\n'))}

Files: usr/bin/music-library
Copyright: ${holder.replace(/^Copyright \(c\) /, '')}
 The authors of the packages below
License: Expat and other-licences
${indent(thirdParty.trim())}
`
}

/** A text as the value of a field: each line starts with a space, and an empty one is a dot. */
const indent = (text: string) =>
  text
    .split('\n')
    .map((line) => (line.trim() === '' ? ' .' : ` ${line}`))
    .join('\n')
