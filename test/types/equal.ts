/** `true` where two types are the same, member by member. */
export type Equal<A, B> = (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false

type Flat<T> = T extends object ? { [K in keyof T]: Flat<T[K]> } : T
