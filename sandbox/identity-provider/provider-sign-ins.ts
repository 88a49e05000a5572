import { randomBytes } from 'node:crypto';

/** A sign-in at a tenant’s identity provider that has begun. */
type ProviderRequest = {
  tenantId: string;
  redirectURL: string;
  loginHint: string;
  customClaims: Record<string, unknown> | undefined;
};

/** A sign-in that the provider has confirmed, until its code is exchanged. */
type ProviderProof = { tenantId: string; email: string; customClaims: Record<string, unknown> | undefined };

const requestTtlMs = 10 * 60_000;
const codeTtlMs = 2 * 60_000;
const maxKept = 10_000;

export type ProviderSignIns = {
  begin(request: ProviderRequest): string;
  /** The request, which is not used up; undefined for an unknown or expired one. */
  request(id: string): ProviderRequest | undefined;
  /** A code that works once. */
  confirm(proof: ProviderProof): string;
  /** @returns undefined for an unknown, used or expired code */
  redeem(code: string): ProviderProof | undefined;
};

/** In memory: a sign-in takes a minute, and is begun again after a restart. */
export function openProviderSignIns({ now }: { now: () => Date }): ProviderSignIns {
  const requests = new Map<string, ProviderRequest & { endsAt: number }>();
  const proofs = new Map<string, ProviderProof & { endsAt: number }>();
  const newKey = () => randomBytes(24).toString('base64url');

  function keep<Value extends { endsAt: number }>(map: Map<string, Value>, value: Value): string {
    for (const [key, { endsAt }] of map) {
      if (endsAt <= now().getTime() || map.size >= maxKept) map.delete(key);
    }
    const key = newKey();
    map.set(key, value);
    return key;
  }

  const current = <Value extends { endsAt: number }>(value: Value | undefined) =>
    value !== undefined && value.endsAt > now().getTime() ? value : undefined;

  return {
    begin: (request) => keep(requests, { ...request, endsAt: now().getTime() + requestTtlMs }),
    request: (id) => current(requests.get(id)),
    confirm: (proof) => keep(proofs, { ...proof, endsAt: now().getTime() + codeTtlMs }),
    redeem(code) {
      const found = current(proofs.get(code));
      proofs.delete(code);
      return found && { tenantId: found.tenantId, email: found.email, customClaims: found.customClaims };
    },
  };
}
