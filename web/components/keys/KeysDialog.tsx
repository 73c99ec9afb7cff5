import { Kbd, Modal, Table } from '@mantine/core'
import { texts } from '../../texts/texts.ts'

/** What the keys of the console do. */
export const KeysDialog = ({ onClose }: { onClose(): void }) => (
  <Modal opened onClose={onClose} title={texts.keys.title} centered>
    <Table verticalSpacing={6}>
      <Table.Tbody>
        {Object.entries(texts.keys.actions).map(([key, action]) => (
          <Table.Tr key={key}>
            <Table.Td>
              <Kbd>{key.replace('Ctrl', texts.keys.control)}</Kbd>
            </Table.Td>
            <Table.Td>{action}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Modal>
)
