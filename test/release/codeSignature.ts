// The format: https://github.com/apple-oss-distributions/xnu, EXTERNAL_HEADERS/mach-o/loader.h and osfmk/kern/cs_blobs.h.

const machO64 = 0xfeedfacf
const codeSignatureCommand = 0x1d
const codeDirectoryMagic = 0xfade0c02
const sha256Type = 2

interface SignatureCheck {
  pages: number
  /** The numbers of the pages whose content has another hash than the signature says. */
  wrongPages: number[]
  /** How many bytes the signature covers, and where it starts: without a gap they are the same. */
  signedBytes: number
  signatureStart: number
  fileSize: number
  signatureEnd: number
}

/** Compares the hashes in the signature of a Mach-O executable with its content. @throws Error if it has no such signature */
export const checkCodeSignature = (bytes: Uint8Array): SignatureCheck => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { offset, size } = findSignature(view)
  const directory = findCodeDirectory(view, offset)
  // Numbers in a signature are big-endian.
  const [hashOffset, pages, signedBytes] = [16, 28, 32].map((field) => view.getUint32(directory + field)) as [
    number,
    number,
    number,
  ] // three fields
  const [hashSize, hashType, pageBits] = [36, 37, 39].map((field) => view.getUint8(directory + field))
  if (hashSize !== 32 || hashType !== sha256Type || !pageBits) throw new Error('The hashes are not SHA-256 of pages.')
  const wrongPages = Array.from({ length: pages }, (_, page) => page).filter((page) => {
    const content = bytes.subarray(page * 2 ** pageBits, Math.min((page + 1) * 2 ** pageBits, signedBytes))
    const start = directory + hashOffset + page * hashSize
    const expected = Buffer.from(bytes.subarray(start, start + hashSize)).toString('hex')
    return new Bun.CryptoHasher('sha256').update(content).digest('hex') !== expected
  })
  return { pages, wrongPages, signedBytes, signatureStart: offset, fileSize: bytes.length, signatureEnd: offset + size }
}

const findSignature = (view: DataView) => {
  if (view.getUint32(0, true) !== machO64) throw new Error('It is not a 64-bit Mach-O executable.')
  const commands = view.getUint32(16, true)
  let position = 32
  for (let n = 0; n < commands; n++) {
    if (view.getUint32(position, true) === codeSignatureCommand)
      return { offset: view.getUint32(position + 8, true), size: view.getUint32(position + 12, true) }
    position += view.getUint32(position + 4, true)
  }
  throw new Error('It has no signature.')
}

const findCodeDirectory = (view: DataView, signature: number) => {
  const blobs = view.getUint32(signature + 8)
  for (let n = 0; n < blobs; n++) {
    const start = signature + view.getUint32(signature + 12 + n * 8 + 4)
    if (view.getUint32(start) === codeDirectoryMagic) return start
  }
  throw new Error('The signature has no code directory.')
}
