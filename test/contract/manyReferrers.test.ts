import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import { auditAs } from '../../src/audit/auditedWrite.ts'
import { mergeRecords } from '../../src/catalogue/changes/mergeRecords.ts'
import { albums } from '../../src/library/catalogueSchema.ts'
import { createLabel } from '../support/catalogueStore.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'

test('a merge moves all references to a record, however many records have them', async ({ read, write }) => {
  const count = 600
  await write(async (tx) => {
    const [kept, merged] = [await createLabel(tx, 'Columbia'), await createLabel(tx, 'Columbia Records')]
    const album = { title: 'x', label_id: merged.id, created_at: tx.now, updated_at: tx.now }
    await tx.db.insert(albums).values(Array.from({ length: count }, () => album))
    const audited = auditAs(tx, { source: 'cli' })
    await audited.audit({ action: 'merge', record: `labels/${kept.id}` })
    await mergeRecords(audited, 'labels', [{ from: merged.id, to: kept.id }], new Map())
  })
  expect(await read.select({ id: albums.id }).from(albums).where(eq(albums.label_id, 1))).toHaveLength(count)
})
