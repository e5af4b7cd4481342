/** Getting between a program and a function that it calls. */

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown

/** Puts another function in the place of one, and answers how to put it back. */
export function replace(owner: object, name: string, make: (original: AnyFunction) => AnyFunction): () => void {
  const original = Reflect.get(owner, name) as AnyFunction
  Reflect.set(owner, name, make(original))
  return () => void Reflect.set(owner, name, original)
}
