import { apiError } from '../../kernel/http/api-error.ts';
import type { SessionToken } from '../../kernel/http/session-tokens.ts';
import type { SessionDeps } from './sessions.ts';
import { ssoOfPerson } from './store.ts';

/** How a person came to be authenticated: by a company's identity provider, as an owner past it, or without one. */
export type SsoOutcome = 'sso' | 'bypassed' | 'none';

/**
 * Whether a person may sign in with this token, where their companies have identity providers for their addresses. A token of a provider
 * counts for its own company's members with an address of its proven domains: a provider can assert any address.
 * Owners can bypass it, so that an outage of the provider does not lock a company out.
 * @throws `login.ssoRequired`, `login.noAccount`
 */
export async function requireSso(
  { db, now }: SessionDeps,
  { subject, methods, ssoCompanyId }: SessionToken,
): Promise<SsoOutcome> {
  const companies = await ssoOfPerson(db, subject, now().toISOString());
  if (methods.includes('fed')) {
    if (companies.some(({ company_id }) => company_id === ssoCompanyId)) return 'sso';
    throw apiError('login.noAccount', {
      detail: 'Your identity provider is not that of a company you belong to. Ask an owner of your company.',
    });
  }
  const required = companies.filter(({ mode }) => mode === 'required');
  if (required.length === 0) return 'none';
  if (required.every(({ role }) => role === 'owner')) return 'bypassed';
  throw apiError('login.ssoRequired', { detail: 'Choose “Use single sign-on” to sign in.' });
}
