import { Stack, Table, Text } from '@mantine/core'
import type { BulkResult } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
import { describeMember, findReferenced } from '../../resources/members.ts'
import { countRecords, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { describeValue } from '../edit/recordChanges.ts'
import { useNames } from '../useNames.ts'

interface Props {
  result: BulkResult
  resource: ResourceName
}

/** The ids in the value of a member that refers to other records. */
const toIds = (value: unknown): number[] => [value].flat().filter((id): id is number => typeof id === 'number')

/** What would change, in a table with a row for each member of a record. */
export const BulkPreview = ({ result: { changed, unchanged, changes, more }, resource: changedResource }: Props) => {
  const rows = changes.flatMap(({ id, name, members }) =>
    Object.entries(members).map(([member, { from, to }]) => ({ id, name, member, from, to })),
  )
  const names = useNames(rows.flatMap(({ member, from, to }) => toReferences(member, [...toIds(from), ...toIds(to)])))
  const describe = (member: string, value: unknown) => {
    const resource = findReferenced(member)
    if (!resource) return describeValue(member, typeof value === 'string' ? value : null)
    return describeValue(
      member,
      toIds(value).map((id) => ({ id, name: names.get(`${resource}/${id}`) ?? '…' })),
    )
  }
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {texts.bulk.summary(countRecords(changed, changedResource), unchanged)}
      </Text>
      {rows.length > 0 && (
        <Table.ScrollContainer
          minWidth={0}
          maxHeight="46vh"
          scrollAreaProps={{
            type: 'auto',
            // The arrow keys scroll it.
            viewportProps: { tabIndex: 0, role: 'group', 'aria-label': texts.bulk.preview },
          }}
        >
          <Table stickyHeader withTableBorder verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.fields.name}</Table.Th>
                <Table.Th>{texts.bulk.from}</Table.Th>
                <Table.Th>{texts.bulk.to}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ id, name, member, from, to }) => (
                <Table.Tr key={`${id} ${member}`}>
                  <Table.Td>
                    {name}
                    <Text size="xs" c="dimmed">
                      {describeMember(member)}
                    </Text>
                  </Table.Td>
                  <Table.Td c="dimmed">{describe(member, from)}</Table.Td>
                  <Table.Td fw={550}>{describe(member, to)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {texts.bulk.more(formatNumber(more))}
        </Text>
      )}
    </Stack>
  )
}

const toReferences = (member: string, ids: number[]) => {
  const resource = findReferenced(member)
  return resource ? ids.map((id) => `${resource}/${id}`) : []
}
