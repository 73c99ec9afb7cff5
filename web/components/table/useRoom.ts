import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import type { Column } from './columns.ts'

const options = { getInitialValueInEffect: false }

/** Whether the window is as narrow as that of a telephone. */
export const useIsPhone = (): boolean => !useMediaQuery('(min-width: 48em)', true, options)

/** The columns that the window has room for. */
export const useColumnsWithRoom = <Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] => {
  const sm = !useIsPhone()
  const md = useMediaQuery('(min-width: 62em)', true, options)
  const lg = useMediaQuery('(min-width: 75em)', true, options)
  return useMemo(() => {
    const hasRoom = { sm, md, lg }
    return columns.filter(({ from }) => !from || hasRoom[from])
  }, [columns, sm, md, lg])
}
