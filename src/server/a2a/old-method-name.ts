/** The methods of A2A 1.0 by their names in 0.3, which contracts use to name methods. */
const oldNames: Readonly<Record<string, string>> = {
  SendMessage: 'message/send',
  SendStreamingMessage: 'message/stream',
  GetTask: 'tasks/get',
  ListTasks: 'tasks/list',
  CancelTask: 'tasks/cancel',
  SubscribeToTask: 'tasks/resubscribe',
}

/** The name of a method in 0.3; as it is where 0.3 has none. */
export function oldMethodName(method: string): string {
  return Object.hasOwn(oldNames, method) ? (oldNames[method] ?? method) : method
}
