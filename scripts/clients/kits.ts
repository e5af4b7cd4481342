/** Every generator with every language that is tried, with the versions that are tried. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import packages from '../../package.json'
import heyApi from './hey-api/package.json'
import { type Kit, type Place, edit, run } from './kit.ts'

export const OPENAPI_GENERATOR = '7.25.0'
const OAPI_CODEGEN = '2.8.2'
const OPENAPI_PYTHON_CLIENT = '0.29.1'
const MAVEN_DEPENDENCIES = 'org.apache.maven.plugins:maven-dependency-plugin:3.9.0'
const HEY_API = heyApi.devDependencies['@hey-api/openapi-ts']
const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
const NEEDS_JAVA = [
  ['java', '--version'],
  ['mvn', '--version'],
]

const { 'openapi-typescript': types, 'openapi-fetch': fetches, 'typescript-7': typescript } = packages.devDependencies

export const KITS: Kit[] = [
  {
    name: 'typescript',
    generator: `openapi-typescript ${types}, openapi-fetch ${fetches}`,
    language: `TypeScript ${typescript.replace(/.*@/, '')} on Node`,
    needs: [['node', '--version']],
    version: /v(\S+)/,
    build: buildTypescript,
    run: ['node', 'main.js'],
  },
  {
    name: 'hey-api',
    generator: `@hey-api/openapi-ts ${HEY_API}`,
    language: `TypeScript ${heyApi.devDependencies.typescript} on Node`,
    needs: [
      ['node', '--version'],
      ['npm', '--version'],
    ],
    version: /v(\S+)/,
    build: buildHeyApi,
    run: ['node', 'main.js'],
  },
  {
    name: 'python',
    generator: `openapi-generator ${OPENAPI_GENERATOR}`,
    language: 'Python',
    needs: [['python3', '--version'], ...NEEDS_JAVA],
    version: /Python (\S+)/,
    build: buildPython,
    run: ['venv/bin/python', 'main.py'],
  },
  {
    name: 'openapi-python-client',
    generator: `openapi-python-client ${OPENAPI_PYTHON_CLIENT}`,
    language: 'Python',
    needs: [['python3', '--version']],
    version: /Python (\S+)/,
    build: buildOpenapiPythonClient,
    run: ['venv/bin/python', 'main.py'],
  },
  {
    name: 'go',
    generator: `openapi-generator ${OPENAPI_GENERATOR}`,
    language: 'Go',
    needs: [['go', 'version'], ...NEEDS_JAVA],
    version: /go(\d\S+)/,
    build: buildGo,
    run: ['./playcall'],
  },
  {
    name: 'oapi-codegen',
    generator: `oapi-codegen ${OAPI_CODEGEN}`,
    language: 'Go',
    needs: [['go', 'version']],
    version: /go(\d\S+)/,
    build: buildOapiCodegen,
    run: ['./playcall'],
  },
  {
    name: 'java',
    generator: `openapi-generator ${OPENAPI_GENERATOR}`,
    language: 'Java',
    needs: NEEDS_JAVA,
    version: /openjdk (\S+)/,
    build: buildJava,
    run: ['java', '-cp', 'target/classes:target/dependency/*', 'Main'],
  },
  {
    name: 'rust',
    generator: `openapi-generator ${OPENAPI_GENERATOR}`,
    language: 'Rust',
    needs: [['cargo', '--version'], ...NEEDS_JAVA],
    version: /cargo (\S+)/,
    build: buildRust,
    run: ['target/debug/playcall-example'],
  },
  {
    name: 'php',
    generator: `openapi-generator ${OPENAPI_GENERATOR}`,
    language: 'PHP',
    // It runs on Guzzle, as Debian has it: `php-guzzlehttp-guzzle`, which takes `php-curl` and `php-mbstring` to work.
    needs: [
      ['php', '--version'],
      ['php', '-r', "require 'GuzzleHttp/autoload.php'; curl_version(); mb_internal_encoding();"],
      ...NEEDS_JAVA,
    ],
    version: /PHP (\d[\d.]*)/,
    build: buildPhp,
    run: ['php', 'main.php'],
  },
  {
    name: 'ruby',
    generator: `openapi-generator ${OPENAPI_GENERATOR}`,
    language: 'Ruby',
    // It runs on Typhoeus, as Debian has it: `ruby-typhoeus`.
    needs: [['ruby', '--version'], ['ruby', '-e', "require 'typhoeus'"], ...NEEDS_JAVA],
    version: /ruby (\d[\d.]*)/,
    build: buildRuby,
    run: ['ruby', 'main.rb'],
  },
]

/** Fetches openapi-generator into a folder and answers its path. */
export async function fetchGenerator(folder: string): Promise<string> {
  const artifact = `org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`
  const copy = `${MAVEN_DEPENDENCIES}:copy`
  await run(['mvn', '--quiet', '--batch-mode', copy, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`], folder)
  return path.join(folder, `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`)
}

async function generate({ folder, contract, jar }: Place, language: string, target: string, options: string[]) {
  await run(['java', '-jar', jar, 'generate', '-i', contract, '-g', language, '-o', target, ...options], folder)
}

async function buildTypescript({ folder, contract }: Place): Promise<void> {
  const tools = path.join(PROJECT, 'node_modules')
  await run(['node', path.join(tools, 'openapi-typescript/bin/cli.js'), contract, '-o', 'playcall.ts'], folder)
  // In the project the program is held against the project's own types; here against those that a user would make.
  edit(path.join(folder, 'main.ts'), (text) => text.replace('../../../generated/types.ts', './playcall.ts'))
  await run(['ln', '-s', tools, 'node_modules'], folder)
  await run(['node', path.join(tools, 'typescript-7/bin/tsc'), '-p', '.'], folder)
}

async function buildHeyApi({ folder, contract }: Place): Promise<void> {
  await run(['npm', 'install', '--silent', '--no-audit', '--no-fund'], folder)
  await run(['node_modules/.bin/openapi-ts', '--file', 'openapi-ts.config.mjs', '--input', contract], folder)
  await run(['node_modules/.bin/tsc', '-p', '.'], folder)
}

async function buildOpenapiPythonClient({ folder, contract }: Place): Promise<void> {
  await run(['python3', '-m', 'venv', 'venv'], folder)
  await run(['venv/bin/python', '-m', 'pip', 'install', '--quiet', '-r', 'requirements.txt'], folder)
  const target = ['--meta', 'none', '--output-path', 'playcall_client']
  await run(['venv/bin/openapi-python-client', 'generate', '--path', contract, ...target], folder)
}

async function buildPython(place: Place): Promise<void> {
  await generate(place, 'python', 'client', ['--additional-properties=packageName=playcall_client'])
  await run(['python3', '-m', 'venv', 'venv'], place.folder)
  await run(['venv/bin/python', '-m', 'pip', 'install', '--quiet', '-r', 'requirements.txt'], place.folder)
  await run(['venv/bin/python', '-m', 'pip', 'install', '--quiet', '--no-deps', './client'], place.folder)
}

async function buildGo(place: Place): Promise<void> {
  // Without the prefix, values that occur in two enums would be declared twice.
  await generate(place, 'go', 'client', [
    '--additional-properties=packageName=client,enumClassPrefix=true,withGoMod=false',
  ])
  await run(['go', 'build', '-o', 'playcall', '.'], place.folder)
}

async function buildOapiCodegen({ folder, contract }: Place): Promise<void> {
  const tool = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${OAPI_CODEGEN}`
  await run(['mkdir', 'client'], folder)
  await run(['go', 'run', tool, '--config', 'config.yaml', contract], folder)
  await run(['go', 'build', '-o', 'playcall', '.'], folder)
}

async function buildJava(place: Place): Promise<void> {
  const names = ['invokerPackage=org.example.playcall', 'apiPackage=org.example.playcall.api']
  const options = ['library=native', ...names, 'modelPackage=org.example.playcall.model'].join(',')
  // What it makes of a choice between a list and a text does not compile; an Object takes both.
  await generate(place, 'java', 'client', [`--additional-properties=${options}`, '--schema-mappings', 'Recall=Object'])
  await run(['mkdir', '-p', 'src/main'], place.folder)
  await run(['mv', 'client/src/main/java', 'src/main/java'], place.folder)
  await run(['mv', 'Main.java', 'src/main/java/Main.java'], place.folder)
  await run(['mvn', '--quiet', '--batch-mode', 'compile', `${MAVEN_DEPENDENCIES}:copy-dependencies`], place.folder)
}

async function buildRust(place: Place): Promise<void> {
  await generate(place, 'rust', 'client', ['--additional-properties=packageName=playcall_client,packageVersion=1.0.0'])
  await run(['cargo', 'build', '--quiet'], place.folder)
}

async function buildPhp(place: Place): Promise<void> {
  await generate(place, 'php', 'client', ['--additional-properties=invokerPackage=Playcall'])
}

async function buildRuby(place: Place): Promise<void> {
  await generate(place, 'ruby', 'client', ['--additional-properties=gemName=playcall,moduleName=Playcall'])
}
