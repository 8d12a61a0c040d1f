/** Agent HTTP contract, "Endpoints". */

export const version = '1'

export const endpoints = { sync: '/agents/run/sync', stream: '/agents/run/stream' } as const
