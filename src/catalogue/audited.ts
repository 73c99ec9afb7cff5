import { findChanges } from '../audit/changes.ts'
import type { Audit } from '../audit/entry.ts'
import type { Instant } from '../database/clock.ts'
import type { Writer } from '../database/connection.ts'
import { hasIds, membersOf, readMembers } from './members.ts'
import type { ResourceName } from './resources.ts'

// Wrap the writes of the catalogue: each adds an entry to the audit trail.

type Work<T> = (tx: Writer, now: Instant) => Promise<T>
type AuditedWork<T> = (tx: Writer, now: Instant, audit: Audit) => Promise<T>

export const auditCreation =
  <Created extends { id: number }>(name: ResourceName, create: Work<Created>): AuditedWork<Created> =>
  async (tx, now, audit) => {
    const created = await create(tx, now)
    const changes = findChanges({}, membersOf(name, created, true))
    await audit({ action: 'create', record: `${name}/${created.id}`, changes })
    return created
  }

export const auditUpdate =
  <Updated extends object>(name: ResourceName, id: number, body: object, update: Work<Updated>): AuditedWork<Updated> =>
  async (tx, now, audit) => {
    const withIds = hasIds(name, body)
    const before = await readMembers(tx, name, id, withIds)
    const updated = await update(tx, now)
    const changes = findChanges(before, membersOf(name, updated, withIds))
    await audit({ action: 'update', record: `${name}/${id}`, changes })
    return updated
  }

export const auditDeletion =
  (name: ResourceName, id: number, remove: Work<void>): AuditedWork<void> =>
  async (tx, now, audit) => {
    const before = await readMembers(tx, name, id, true)
    await remove(tx, now)
    await audit({ action: 'delete', record: `${name}/${id}`, changes: findChanges(before, {}) })
  }
