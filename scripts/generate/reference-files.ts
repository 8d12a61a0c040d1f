export async function referenceFiles(): Promise<Map<string, string>> {
  return new Map()
}
