import { maxMs } from './bounds.ts'
import { programPath } from './packages.ts'

/** Receives datagrams, and prints each as a line of JSON. Bun itself has no datagram sockets of the Unix domain. */
const program = `
import json, socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
name = sys.argv[1]
receiver.bind("\\0" + name[1:] if name.startswith("@") else name)
print(json.dumps("bound"), flush=True)
while True:
    print(json.dumps(receiver.recv(65536).decode()), flush=True)
`

/** The socket of a service manager, as a service gets it in NOTIFY_SOCKET. */
export interface NotifyReceiver extends Disposable {
  path: string
  /** The messages so far. */
  readonly messages: readonly string[]
  /** Waits until a further message, after those of former calls, contains a text. Returns the messages up to it. */
  waitFor(text: string): Promise<string[]>
}

/**
 * @param path - a path in an existing folder, or an abstract address such as `@name`
 * @param timeoutMs - the receiver ends after this time
 */
export const startNotifyReceiver = async (path: string, timeoutMs = maxMs(60_000)): Promise<NotifyReceiver> => {
  const child = Bun.spawn([programPath('python3'), '-c', program, path], { stdout: 'pipe', timeout: timeoutMs })
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  const messages: string[] = []
  let rest = ''
  let read = 0
  const readMore = async () => {
    const { value, done } = await reader.read()
    if (done) throw new Error(`The receiver has ended. It has got ${JSON.stringify(messages)}`)
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    messages.push(...lines.map((line) => JSON.parse(line)))
  }
  const waitFor = async (text: string) => {
    const from = read
    for (;;) {
      while (read < messages.length) if (messages[read++]?.includes(text)) return messages.slice(from, read)
      await readMore()
    }
  }
  await waitFor('bound')
  return { path, messages, waitFor, [Symbol.dispose]: () => child.kill() }
}
