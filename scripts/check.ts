/** Everything that must hold and needs no running service: format, lint, types, contract, generated code. Exits 1 when something does not. */
import { $ } from 'bun'

const checks: Record<string, () => Promise<unknown>> = {
  format: () => $`prettier --check --log-level warn .`,
  lint: () => $`oxlint --type-aware --deny-warnings src scripts test`,
  types: () => $`bun node_modules/typescript-7/bin/tsc --noEmit -p .`,
  contract: () => $`redocly lint --config .redocly.yaml openapi/openapi.yaml`.quiet(),
  generated: () => $`bun scripts/generate.ts --check`,
  changes: () => $`bun scripts/contractChanges.ts`.quiet(),
  template: () => $`bun scripts/template.ts --check`,
}

const wanted = process.argv.slice(2)
let failed = false
for (const [name, check] of Object.entries(checks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  try {
    await check()
    console.log(`ok      ${name}`)
  } catch (cause) {
    failed = true
    if (cause instanceof $.ShellError) console.error(cause.stdout.toString() + cause.stderr.toString())
    else console.error(cause)
    console.error(`FAILED  ${name}`)
  }
}
process.exit(failed ? 1 : 0)
