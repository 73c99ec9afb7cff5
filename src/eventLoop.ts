/** Resolves when the event loop has come round: others have had their turn, and what came over the network has come in. */
export const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))
