import { Problem } from '../../core/problem.ts'

type Resource = 'call' | 'campaign' | 'playbook' | 'version' | 'contact' | 'number' | 'token' | 'suppression'

/** Missing and another account's are told apart by nobody. */
export function notFound(what: Resource): Problem {
  return new Problem('not_found', `Your account has no ${what} with this id.`)
}
