import { expect } from 'bun:test'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary, serveBinary } from '../../support/binary.ts'
import { emptyFolder } from '../../support/folder.ts'
import { programTest } from '../../support/programs.ts'

/**
 * Forbids to list the addresses of the machine, as a unit does whose RestrictAddressFamilies lacks AF_NETLINK: a filter of the kernel lets
 * socket(AF_NETLINK) fail with EAFNOSUPPORT. See https://man7.org/linux/man-pages/man2/seccomp.2.html
 */
const withoutNetlink = `#!/usr/bin/env python3
import ctypes, os, sys
class Instruction(ctypes.Structure):
    _fields_ = [('code', ctypes.c_ushort), ('yes', ctypes.c_ubyte), ('no', ctypes.c_ubyte), ('k', ctypes.c_uint)]
class Program(ctypes.Structure):
    _fields_ = [('length', ctypes.c_ushort), ('filter', ctypes.POINTER(Instruction))]
SYS_SOCKET = {'x86_64': 41, 'aarch64': 198}[os.uname().machine]
AF_NETLINK, EAFNOSUPPORT, PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP = 16, 97, 38, 22
code = [(0x20, 0, 0, 0), (0x15, 0, 3, SYS_SOCKET), (0x20, 0, 0, 16), (0x15, 0, 1, AF_NETLINK), (6, 0, 0, 0x50000 | EAFNOSUPPORT), (6, 0, 0, 0x7fff0000)]
program = Program(len(code), (Instruction * len(code))(*code))
libc = ctypes.CDLL(None)
libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
assert libc.prctl(PR_SET_SECCOMP, 2, ctypes.byref(program)) == 0
os.execv(sys.argv[1], sys.argv[1:])
`

programTest('python3')(
  'a server on every network starts also where its unit forbids to list the addresses',
  async () => {
    using folder = emptyFolder()
    const filter = join(folder.path, 'filter.py')
    const program = join(folder.path, 'program')
    writeFileSync(filter, withoutNetlink)
    writeFileSync(program, `#!/bin/sh\nexec python3 ${filter} ${await binary()} "$@"\n`)
    chmodSync(program, 0o755)
    await using server = await serveBinary(['--host', '0.0.0.0'], { cwd: folder.path, program })
    await server.waitForOutput('setup#')
    expect(server.output).not.toContain('In the network:')
    expect((await fetch(server.url.replace('/api', '/readyz'))).status).toBe(200)
    expect((await server.stop()).code).toBe(0)
  },
)
