/** AdCP 3.1 enums/task-type and enums/adcp-protocol: the tasks that may outlive their call, and whose they are. */

export type Protocol =
  | 'media-buy'
  | 'signals'
  | 'governance'
  | 'creative'
  | 'brand'
  | 'sponsored-intelligence'
  | 'measurement'

export const protocols: readonly Protocol[] = [
  'media-buy',
  'signals',
  'governance',
  'creative',
  'brand',
  'sponsored-intelligence',
  'measurement',
]

/** The closed list, in its published order, each with its protocol. */
const published = {
  create_media_buy: 'media-buy',
  update_media_buy: 'media-buy',
  sync_creatives: 'creative',
  activate_signal: 'signals',
  get_signals: 'signals',
  create_property_list: 'governance',
  update_property_list: 'governance',
  get_property_list: 'governance',
  list_property_lists: 'governance',
  delete_property_list: 'governance',
  sync_accounts: 'media-buy',
  get_account_financials: 'media-buy',
  get_creative_delivery: 'creative',
  sync_event_sources: 'media-buy',
  sync_audiences: 'media-buy',
  sync_catalogs: 'media-buy',
  log_event: 'media-buy',
  get_brand_identity: 'brand',
  search_brands: 'brand',
  get_rights: 'brand',
  acquire_rights: 'brand',
} as const satisfies Record<string, Protocol>

export type TaskType = keyof typeof published

export const taskTypes: ReadonlyMap<string, Protocol> = new Map(Object.entries(published))

/** Tasks that are answered at once and have no type; they tell which protocols an agent speaks. */
const others: ReadonlyMap<string, Protocol> = new Map([
  ['get_products', 'media-buy'],
  ['list_creative_formats', 'creative'],
  ['get_media_buys', 'media-buy'],
  ['get_media_buy_delivery', 'media-buy'],
  ['provide_performance_feedback', 'media-buy'],
  ['list_creatives', 'creative'],
  ['build_creative', 'creative'],
  ['preview_creative', 'creative'],
  ['check_governance', 'governance'],
  ['sync_governance', 'governance'],
  ['si_initiate_session', 'sponsored-intelligence'],
  ['si_send_message', 'sponsored-intelligence'],
  ['si_terminate_session', 'sponsored-intelligence'],
])

/** The protocol that a task belongs to; undefined when it is none of AdCP's. */
export function protocolOf(task: string): Protocol | undefined {
  return taskTypes.get(task) ?? others.get(task)
}
