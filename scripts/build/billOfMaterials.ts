/** What is in the packed program, for those who must know: a CycloneDX document of the packages whose files were packed. */
import * as CycloneDx from '@cyclonedx/cyclonedx-library'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import manifest from '../../package.json'

interface Package {
  name: string
  version: string
  license?: string
}

/** Writes the bill (CycloneDX 1.6, JSON). `inputs` are the files that were packed, `root` is where they are relative to. */
export async function writeBillOfMaterials(
  file: string,
  { root, inputs, bun }: { root: string; inputs: readonly string[]; bun: string },
): Promise<void> {
  const { Models, Enums, Serialize, Spec } = CycloneDx
  const bill = new Models.Bom()
  bill.metadata.component = new Models.Component(Enums.ComponentType.Application, manifest.name, {
    version: manifest.version,
    bomRef: manifest.name,
  })
  const packages = [...findPackages(root, inputs), { name: 'bun', version: bun, license: 'MIT' }]
  for (const { name, version, license } of packages) {
    const [scope, short] = name.startsWith('@') ? name.split('/') : [undefined, name]
    const purl = `pkg:npm/${scope ? `${encodeURIComponent(scope)}/` : ''}${short}@${version}`
    const component = new Models.Component(Enums.ComponentType.Library, short ?? name, {
      ...(scope && { group: scope }),
      version,
      purl,
      bomRef: purl,
    })
    if (license !== undefined) component.licenses.add(new Models.LicenseExpression(license))
    bill.components.add(component)
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
  await Bun.write(file, serializer.serialize(bill, { sortLists: true, space: 2 }))
}

/** The packages that the files belong to, in the order of their names. */
function findPackages(root: string, inputs: readonly string[]): Package[] {
  const found = new Map<string, Package>()
  for (const input of inputs) {
    const place = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]
    if (place === undefined || found.has(place)) continue
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what npm publishes has these
    found.set(place, JSON.parse(readFileSync(path.resolve(root, place, 'package.json'), 'utf8')) as Package)
  }
  const byName = new Map([...found.values()].map((one) => [`${one.name}@${one.version}`, one]))
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
