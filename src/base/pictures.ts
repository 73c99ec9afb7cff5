/** The maximum size of a cover, in bytes. */
export const maxPictureBytes = 10_000_000

/** The first bytes of the formats of covers, by the extensions of their files. */
const signatures = { jpg: /^\xff\xd8\xff/, png: /^\x89PNG\r\n/, webp: /^RIFF.{4}WEBP/s, gif: /^GIF8[79]a/ }

/** The extension of a picture by its first bytes, whatever its name or its type says; undefined for anything else. */
export const pictureExtension = (bytes: Uint8Array): string | undefined => {
  const start = String.fromCharCode(...bytes.subarray(0, 12))
  return Object.entries(signatures).find(([, signature]) => signature.test(start))?.[0]
}
