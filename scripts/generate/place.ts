export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** The contract says something that cannot be generated from. The message names the place and reads on its own. */
export class ContractFault extends Error {}

/** A value of the contract together with where it stands, so that every complaint can name the place. */
export class Place {
  constructor(
    readonly value: Json,
    /** JSON pointer into the bundled contract, as a fragment: `#/components/schemas/Call`. */
    readonly pointer: string,
    private readonly root: Json,
  ) {}

  refuse(sentence: string): never {
    throw new ContractFault(`${this.pointer}: ${sentence}`)
  }

  find(key: string): Place | undefined {
    const value = isMap(this.value) && Object.hasOwn(this.value, key) ? this.value[key] : undefined
    return value === undefined ? undefined : new Place(value, `${this.pointer}/${escape(key)}`, this.root)
  }

  get(key: string): Place {
    return this.find(key) ?? this.refuse(`"${key}" is missing`)
  }

  entries(): [string, Place][] {
    if (!isMap(this.value)) return this.refuse('an object was expected')
    return Object.keys(this.value).map((key) => [key, this.get(key)])
  }

  items(): Place[] {
    if (!Array.isArray(this.value)) return this.refuse('a list was expected')
    return this.value.map((item, index) => new Place(item, `${this.pointer}/${index}`, this.root))
  }

  text(): string {
    return typeof this.value === 'string' ? this.value : this.refuse('a text was expected')
  }

  number(): number {
    return typeof this.value === 'number' ? this.value : this.refuse('a number was expected')
  }

  /** Follows `$ref` to the place that is meant; the place itself when it is no reference. */
  resolve(): Place {
    const ref = this.find('$ref')
    if (ref === undefined) return this
    const [start, ...keys] = ref.text().split('/')
    if (start !== '#') return ref.refuse('only references within the contract are supported')
    let target = new Place(this.root, '#', this.root)
    for (const key of keys) target = target.get(decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
    return target.resolve()
  }

  /** Refuses the keys that nobody here knows the meaning of. Extensions (`x-…`) pass. */
  allowOnly(known: readonly string[]): void {
    for (const [key] of this.entries())
      if (!known.includes(key) && !key.startsWith('x-')) this.refuse(`"${key}" is not supported here`)
  }
}

function isMap(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function escape(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
