import { dlopen, ptr } from 'bun:ffi'

// Bun has no datagram sockets of the Unix domain, so the C library sends the messages. The numbers are those of Linux on
// x86-64 and on arm64: service managers that have a NOTIFY_SOCKET run on Linux only.

/** The C library. It is the name of glibc. The loader of musl gives musl for it, as for all names that begin with `libc.`. */
const libraryName = 'libc.so.6'

const AF_UNIX = 1
const SOCK_DGRAM_CLOEXEC = 0x80002
const SOL_SOCKET = 1
const SO_SNDTIMEO = 21
const MSG_NOSIGNAL = 0x4000
const CLOCK_MONOTONIC = 1

const functions = {
  socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  setsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'u32'], returns: 'i32' },
  sendto: { args: ['i32', 'ptr', 'u64', 'i32', 'ptr', 'u32'], returns: 'i32' },
  clock_gettime: { args: ['i32', 'ptr'], returns: 'i32' },
} as const

/**
 * Opens a socket for messages to a service manager.
 * @param path - the path of its socket, or `@` and the name of an abstract one
 * @throws Error when it can't be used
 */
export const openNotifySocket = (path: string) => {
  if (!/^[/@]./.test(path)) throw new Error('The address is not one of a Unix domain socket.')
  const libc = dlopen(libraryName, functions).symbols
  const address = toSocketAddress(path)
  const socket = libc.socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0)
  // A manager that reads no messages must not block the server. The timeout is a `struct timeval` of one second.
  const timeout = new BigInt64Array([1n, 0n])
  if (socket < 0 || libc.setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, ptr(timeout), timeout.byteLength) < 0) {
    throw new Error('The system gives no socket.')
  }
  return {
    /** Sends a message, for at most a second. @throws Error when it is not taken */
    send(text: string): void {
      const message = Buffer.from(text)
      const sent = libc.sendto(socket, ptr(message), message.length, MSG_NOSIGNAL, ptr(address), address.length)
      if (sent < 0) throw new Error('The socket takes no message.')
    },
    /** The time of CLOCK_MONOTONIC, in microseconds. */
    monotonicUsec(): bigint {
      const time = new BigInt64Array(2)
      libc.clock_gettime(CLOCK_MONOTONIC, ptr(time))
      const [seconds = 0n, nanoseconds = 0n] = time
      return seconds * 1_000_000n + nanoseconds / 1_000n
    },
  }
}

/** A `struct sockaddr_un`: the family, and the path with a zero byte after it, or before an abstract name. */
const toSocketAddress = (path: string) => {
  const name = path.startsWith('@') ? `\0${path.slice(1)}` : `${path}\0`
  const family = new Uint8Array(new Uint16Array([AF_UNIX]).buffer)
  return Buffer.concat([family, Buffer.from(name)])
}
