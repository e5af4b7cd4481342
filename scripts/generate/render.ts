import { fileURLToPath } from 'node:url'
import { relative } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { format, resolveConfig } from 'prettier'
import { stringify } from 'yaml'
import { readContract, type Contract } from './readContract.ts'
import { writeChecks } from './writeChecks.ts'
import { writeOperations } from './writeOperations.ts'
import { writeRoutes } from './writeRoutes.ts'
import { writeSchemas } from './writeSchemas.ts'

const KEYWORDS = fileURLToPath(new URL('../../src/contract/keywords.ts', import.meta.url))

/**
 * Everything that is generated, in memory: file name to text. The same contract gives the same bytes.
 * @param source the OpenAPI document
 * @param target the folder that the files are meant for; imports are relative to it
 * @throws ContractFault when the contract holds something that is not supported
 */
export async function render(source: string, target: string): Promise<Map<string, string>> {
  const contract = await readContract(source)
  const notice = `Generated, do not edit: by \`bun scripts/generate.ts\` from the contract with sha256 ${contract.sha256}`
  const keywords = `import * as k from '${relative(target, KEYWORDS).replaceAll('\\', '/')}'\n`
  const style = await resolveConfig(KEYWORDS)
  async function code(text: string): Promise<string> {
    return format(`// ${notice}\n${text}`, { ...style, parser: 'typescript' })
  }
  const document = { 'x-generated': notice, ...contract.document }
  return new Map([
    ['schemas.ts', await code(`${SCHEMA_IMPORTS}${keywords}${SCHEMA_TYPES}${writeSchemas(contract)}`)],
    ['checks.ts', await code(`${keywords}${CHECK_IMPORTS}\n${writeChecks(contract)}`)],
    ['routes.ts', await code(`${ROUTE_IMPORTS}${keywords}\n${writeRoutes(contract)}`)],
    ['operations.ts', await code(`${OPERATION_IMPORTS}\n${writeOperations(contract)}`)],
    ['types.ts', await code(await writeTypes(contract))],
    ['openapi.json', `${JSON.stringify(document, null, 2)}\n`],
    ['openapi.yaml', `# ${notice}\n${writeYaml(contract)}`],
  ])
}

const SCHEMA_IMPORTS = `import { z } from 'zod'
import type { components } from './types.ts'
`
const SCHEMA_TYPES = `
type Schemas = components['schemas']

`
const CHECK_IMPORTS = `import type { OperationId } from './operations.ts'
`
const ROUTE_IMPORTS = `import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { operationScopes, type In, type OperationId, type Scope } from './operations.ts'
import * as schemas from './schemas.ts'
`
const OPERATION_IMPORTS = `import type { components, operations } from './types.ts'
`

/** A property with a default stays optional in the types: only the query's defaults are filled in. */
async function writeTypes({ document }: Contract): Promise<string> {
  return astToString(await openapiTS(JSON.stringify(document), { defaultNonNullable: false }))
}

/** Written such that readers of YAML 1.1, who take \`no\` for false and see dates in texts, read the same. */
function writeYaml({ document }: Contract): string {
  return stringify(document, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false })
}
