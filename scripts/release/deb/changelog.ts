/** The changelog in Debian's form, which names the one that people read. @param maintainer - `Name <address>` */
export const debianChangelog = (version: string, date: Date, maintainer: string): string => `\
music-library (${version}) stable; urgency=medium

  * /usr/share/doc/music-library/CHANGELOG.md.gz lists the changes.

 -- ${maintainer}  ${date.toUTCString().replace('GMT', '+0000')}
`
