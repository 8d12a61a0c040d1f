/** Sets a member whose name the code knows, unless the value is undefined: an absent member stays absent. */
export function put<T, K extends keyof T>(target: T, member: K, value: T[K] | undefined): void {
  if (value !== undefined) target[member] = value
}
