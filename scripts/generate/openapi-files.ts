export async function openapiFiles(): Promise<Map<string, string>> {
  return new Map()
}
