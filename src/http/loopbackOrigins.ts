const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** Stands for all ports of this machine, among allowed origins. */
export const anyLoopback = 'localhost'

const hosts = loopbackHosts.map((host) => RegExp.escape(host)).join('|')
const loopbackOrigin = new RegExp(`^https?://(?:${hosts})(?::\\d+)?$`)

/** Whether an origin is one that `anyLoopback` stands for: each port of this machine, http and https, under each of its names. */
export const isLoopbackOrigin = (origin: string): boolean => loopbackOrigin.test(origin)

/**
 * Origins that are not allowed, and differ from an allowed one only in the name of this machine, such as
 * `http://localhost:5173` for `http://127.0.0.1:5173`. For a browser they are different origins.
 * @returns the allowed origin by the one that is not
 */
export const findLoopbackVariants = (origins: readonly string[]): Map<string, string> => {
  const variants = new Map<string, string>()
  for (const allowed of origins) {
    const host = loopbackHosts.find((name) => new RegExp(`^https?://${RegExp.escape(name)}(:|$)`).test(allowed))
    if (!host) continue
    for (const other of loopbackHosts) {
      const variant = allowed.replace(host, other)
      if (!origins.includes(variant)) variants.set(variant, allowed)
    }
  }
  return variants
}
