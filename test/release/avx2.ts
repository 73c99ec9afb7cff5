import { chmodSync, writeFileSync } from 'node:fs'

/** `vpaddd ymm0, ymm0, ymm0`, an instruction of AVX2; then the system call exit(0). */
const code = Buffer.from('c5fdfec0b83c00000031ff0f05', 'hex')

const headerSize = 64
const programHeaderSize = 56
const address = 0x400000
const entry = headerSize + programHeaderSize

/** Writes a program for Linux on x86_64 that exits with 0 where the processor has AVX2, and dies of SIGILL elsewhere. */
export const writeAvx2Program = (file: string): void => {
  const elf = Buffer.alloc(entry)
  // 64 bits, little-endian, version 1; an executable file for x86_64. See https://man7.org/linux/man-pages/man5/elf.5.html
  elf.write('\x7fELF\x02\x01\x01', 'latin1')
  elf.writeUInt16LE(2, 16)
  elf.writeUInt16LE(62, 18)
  elf.writeUInt32LE(1, 20)
  elf.writeBigUInt64LE(BigInt(address + entry), 24)
  elf.writeBigUInt64LE(BigInt(headerSize), 32)
  elf.writeUInt16LE(headerSize, 52)
  elf.writeUInt16LE(programHeaderSize, 54)
  elf.writeUInt16LE(1, 56)
  // One segment with the whole file, which is loaded, read and executed.
  elf.writeUInt32LE(1, headerSize)
  elf.writeUInt32LE(5, headerSize + 4)
  elf.writeBigUInt64LE(BigInt(address), headerSize + 16)
  elf.writeBigUInt64LE(BigInt(address), headerSize + 24)
  elf.writeBigUInt64LE(BigInt(entry + code.length), headerSize + 32)
  elf.writeBigUInt64LE(BigInt(entry + code.length), headerSize + 40)
  elf.writeBigUInt64LE(0x1000n, headerSize + 48)
  writeFileSync(file, Buffer.concat([elf, code]))
  chmodSync(file, 0o755)
}
