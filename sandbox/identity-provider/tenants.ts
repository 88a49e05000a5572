import type { Journal } from '../journal.ts';

/** A tenant with its connection to an identity provider. */
export type Tenant = {
  id: string;
  name: string;
  /** In lower case: addresses that its provider may sign in. */
  domains: string[];
  /** Null without a connection. */
  sso: { protocol: 'oidc' | 'saml'; settings: Record<string, unknown> } | null;
};

export type Tenants = {
  byId(id: string): Tenant | undefined;
  put(tenant: Tenant): void;
};

/** Tenants in the journal's collection `tenants`. */
export function openTenants({ journal }: { journal: Journal }): Tenants {
  const stored = journal.collection<Tenant>('tenants');
  return { byId: (id) => stored.get(id), put: (tenant) => stored.put(tenant.id, tenant) };
}
