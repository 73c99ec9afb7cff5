import { Group, NativeSelect, Pagination, Text } from '@mantine/core'
import { formatNumber } from '../../format.ts'
import { texts } from '../../texts/texts.ts'

interface Props {
  /** From 1. */
  page: number
  pageSize: number
  /** Undefined until it has been read. */
  total: number | undefined
  onPage(page: number): void
  /** The sizes of a page that the user may choose; none by default. */
  pageSizes?: readonly number[]
  onPageSize?(pageSize: number): void
}

/** Which records of a list are shown, and what shows others. */
export const TableFooter = ({ page, pageSize, total = 0, onPage, pageSizes = [], onPageSize }: Props) => {
  const from = formatNumber((page - 1) * pageSize + 1)
  const to = formatNumber(Math.min(page * pageSize, total))
  const pages = Math.ceil(total / pageSize)
  return (
    <Group className="table-footer" gap="sm">
      <Text size="sm" c="dimmed" mr="auto" mih={22}>
        {total > 0 && texts.list.pageOf(from, to, formatNumber(total))}
      </Text>
      {total > Math.min(...pageSizes) && (
        <NativeSelect
          size="xs"
          aria-label={texts.list.recordsPerPage}
          value={pageSize}
          data={pageSizes.map(String)}
          onChange={(event) => onPageSize?.(Number(event.currentTarget.value))}
        />
      )}
      {pages > 1 && (
        <Pagination
          size="sm"
          total={pages}
          value={page}
          onChange={onPage}
          getControlProps={(control) => ({ 'aria-label': texts.list[control] })}
        />
      )}
    </Group>
  )
}
