/** The fields of a response file, in the order in which they are written. */
export const responseFields = [
  'request_id',
  'version',
  'status',
  'response',
  'error_message',
  'error_type',
  'created_at',
  'duration_seconds',
  'metadata',
] as const
