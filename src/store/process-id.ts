/** This process, as the rows that it holds name it. */
let id: string | undefined

/** Made on first use: a worker may not make random values while it loads. */
export function processId(): string {
  id ??= crypto.randomUUID()
  return id
}
