/** Side by side: every contender in every round, so that whatever else the machine does strikes all of them. */

/**
 * Measures each contender once in each round, there and back again (A B C, C B A, …), and answers what was measured,
 * by contender, in the order of the rounds.
 */
export async function alternate<Contenders extends Record<string, (round: number) => unknown>>(
  rounds: number,
  contenders: Contenders,
): Promise<{ [Name in keyof Contenders]: Awaited<ReturnType<Contenders[Name]>>[] }> {
  const names = Object.keys(contenders)
  const samples: Record<string, unknown[]> = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      samples[name]?.push(await contenders[name]?.(round))
    }
  }
  return samples as { [Name in keyof Contenders]: Awaited<ReturnType<Contenders[Name]>>[] }
}
