/** What a call's agent can speak of. */
export interface KnownOfCallee {
  phone: string | null
  contact: { fields: Readonly<Record<string, unknown>>; customFields: Readonly<Record<string, unknown>> } | null
  params: Readonly<Record<string, unknown>>
  names: Readonly<Record<string, string>>
}

/**
 * The variables of a call's templates: the contact's fields by name, `custom_fields`, and the call's params both by
 * name and under `params`. Params win over the contact's fields, and names sent beside params win over both.
 */
export function templateVariables({ phone, contact, params, names }: KnownOfCallee): Record<string, unknown> {
  return { ...contact?.fields, custom_fields: contact?.customFields ?? {}, ...params, ...names, params, phone }
}
