import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { type DataTableColumn, useDataTableColumns } from 'mantine-datatable'
import { IconColumns3 } from '../icons/icons.ts'
import { texts } from '../texts/texts.ts'

interface Props<Row> {
  /** The name under which the browser stores which columns are shown, as for RecordTable. */
  storeColumnsKey: string
  columns: DataTableColumn<Row>[]
}

/** Shows and hides the columns of a table. The name of the record always stays. */
export const ColumnsMenu = <Row,>({ storeColumnsKey, columns }: Props<Row>) => {
  const { columnsToggle, setColumnsToggle, resetColumnsToggle } = useDataTableColumns({
    key: storeColumnsKey,
    columns,
    getInitialValueInEffect: false,
  })
  const titles = new Map(columns.map(({ accessor, title }) => [String(accessor), title]))
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" fw={500} leftSection={<IconColumns3 size={16} />} visibleFrom="sm">
          {texts.list.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.list.columns}>
        <Stack gap="sm">
          {columnsToggle
            // A column whose title is not to be seen always stays.
            .filter(
              ({ accessor }) => typeof titles.get(accessor) === 'string' && accessor !== 'title' && accessor !== 'name',
            )
            .map((column) => (
              <Checkbox
                key={column.accessor}
                size="sm"
                label={titles.get(column.accessor)}
                checked={column.toggled}
                onChange={({ currentTarget: { checked } }) =>
                  setColumnsToggle(columnsToggle.map((one) => (one === column ? { ...one, toggled: checked } : one)))
                }
              />
            ))}
          <Button size="compact-sm" variant="subtle" onClick={resetColumnsToggle}>
            {texts.list.resetColumns}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
