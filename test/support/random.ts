/** Options for a random test. fast-check prints the seed of a failure; `SEED=<seed> bun test <file>` plays it again. */
export function seeded(numRuns: number): { numRuns: number; seed?: number } {
  const seed = process.env.SEED
  return { numRuns, ...(seed ? { seed: Number(seed) } : {}) }
}
