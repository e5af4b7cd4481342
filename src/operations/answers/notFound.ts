import { Problem } from '../../core/problem.ts'

/** Missing and another account's are told apart by nobody. */
export function notFound(what: 'call' | 'campaign' | 'playbook' | 'version' | 'contact'): Problem {
  return new Problem('not_found', `Your account has no ${what} with this id.`)
}
