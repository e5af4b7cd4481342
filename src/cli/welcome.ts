/** What a start prints: where the service is, and two lines to paste. */

/** `token` is the one to show; null prints the lines with $PLAYCALL_TOKEN in its place. */
export function welcome(at: { url: string; token: string | null; playbookId: string | null }): string {
  const { url, token, playbookId } = at
  const lines = [`Playcall is running at ${url} with a simulated carrier.`, `Reference with "try it": ${url}/docs`, '']
  if (token !== null) lines.push(`Your token, shown only this once: ${token}`, '')
  if (playbookId !== null) {
    const as = token ?? '$PLAYCALL_TOKEN'
    lines.push(
      'A first call:',
      curl(`${url}/call`, as, { phone: '+15005550100', playbook_id: playbookId, firstname: 'Ada' }),
      '',
      'A first campaign, with a retry after 1 and after 2 minutes:',
      curl(`${url}/campaign`, as, {
        playbook_id: playbookId,
        recall: [1, 2],
        contacts: [
          { phone: '+15005550100', first_name: 'Ada' },
          { phone: '+15005550102', first_name: 'Grace' },
          { phone: '+15005550110', first_name: 'Katherine' },
        ],
      }),
      '',
      'What became of them:',
      `  curl -sS '${url}/calls' -H "Authorization: Bearer ${as}"`,
      '',
    )
  }
  return lines.join('\n')
}

function curl(url: string, token: string, body: unknown): string {
  return `  curl -sS '${url}' -H "Authorization: Bearer ${token}" -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`
}
