import { Badge, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import { useListState } from '../useListState.ts'

interface Tab {
  /** What it shows, and its value in the URL. */
  value: 'albums' | 'artists' | 'tracks'
  /** How many records the tab has, once this is known. */
  count?: number | undefined
  panel: ReactNode
}

/** What belongs to a record, in tabs. The choice is in the URL. */
export const RecordTabs = ({ tabs }: { tabs: [Tab, ...Tab[]] }) => {
  const list = useListState('')
  const { value } = tabs.find((tab) => tab.value === list.get('tab')) ?? tabs[0]
  return (
    <Tabs
      value={value}
      keepMounted={false}
      // Words and order belong to the list of one tab.
      onChange={(tab) =>
        list.set({ tab: tab === tabs[0].value || !tab ? undefined : tab, q: undefined, sort: undefined })
      }
    >
      <Tabs.List mb="lg">
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.value}
            value={tab.value}
            rightSection={
              tab.count !== undefined && (
                <Badge size="sm" variant="light" color="gray">
                  {formatNumber(tab.count)}
                </Badge>
              )
            }
          >
            {texts.fields[tab.value]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value}>
          {tab.panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
