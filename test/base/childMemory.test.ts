import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { maxChildMemory } from '../../src/base/childMemory.ts'
import { emptyFolder } from '../support/folder.ts'

const [none, gigabyte] = ['9223372036854771712\n', 1_000_000_000]

/** The limit on a machine of 16 GB with these files below `/`. */
const limitOf = (files: Record<string, string>, machineBytes = 16 * gigabyte) => {
  using folder = emptyFolder()
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder.path, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return maxChildMemory(folder.path, machineBytes)
}

test('a child may take a quarter of the memory of its cgroup and of those around it, between 128 and 512 MB', () => {
  const unit = { 'proc/self/cgroup': '0::/system.slice/music.service\n' }
  expect(limitOf({ ...unit, 'sys/fs/cgroup/system.slice/music.service/memory.max': '1073741824\n' })).toBe(268_435_456)
  const outer = { ...unit, 'sys/fs/cgroup/system.slice/music.service/memory.max': 'max\n' }
  expect(limitOf({ ...outer, 'sys/fs/cgroup/system.slice/memory.max': '800000000\n' })).toBe(200_000_000)
  expect(limitOf({ ...outer, 'sys/fs/cgroup/system.slice/memory.max': '100000000\n' })).toBe(128_000_000)
  expect(limitOf(outer)).toBe(512_000_000)
})

test('in a container, its limit is that of the outermost cgroup', () => {
  const container = { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/memory.max': '1200000000\n' }
  expect(limitOf(container)).toBe(300_000_000)
})

test('the cgroups of version 1 have limits, too', () => {
  const hybrid = { 'proc/self/cgroup': '7:blkio:/\n4:memory,hugetlb:/a/b\n0::/init.scope\n' }
  const files = {
    'sys/fs/cgroup/memory/memory.limit_in_bytes': none,
    'sys/fs/cgroup/memory/a/memory.limit_in_bytes': '600000000\n',
    'sys/fs/cgroup/memory/a/b/memory.limit_in_bytes': none,
  }
  expect(limitOf({ ...hybrid, ...files })).toBe(150_000_000)
})

test('without cgroups, a child may take a quarter of the memory of the machine', () => {
  expect(limitOf({}, gigabyte)).toBe(250_000_000)
})
