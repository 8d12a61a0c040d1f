/** Whether anything answers at an HTTP address: without it, a refusal would name another reason. */
export async function isSilent(address: string, signal?: AbortSignal): Promise<boolean> {
  if (!/^https?:/.test(address)) return false
  try {
    const signals = [AbortSignal.timeout(10_000), ...(signal === undefined ? [] : [signal])]
    const answer = await fetch(address, { signal: AbortSignal.any(signals), redirect: 'manual' })
    await answer.body?.cancel()
    return false
  } catch {
    return true
  }
}

export function silentText(address: string): string {
  // Without what may be secret in a path or query.
  const { origin } = new URL(address)
  return `${origin} does not answer. See that the agent runs there, or check the way to it: replywire doctor ${origin}`
}
