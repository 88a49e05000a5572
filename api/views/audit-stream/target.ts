import { createHmac, randomBytes } from 'node:crypto';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import type { CompanyKeys } from '../../kernel/keys/company-keys.ts';
import { openField, sealField } from '../../kernel/keys/seal-field.ts';

/** Where events are sent, and what signs them. */
export interface StreamTarget {
  url: string;
  secret: string;
  /** Signs too until the row’s `former_until`. */
  formerSecret?: string;
}

const place = 'audit_streams.target';

export const sealTarget = (trx: Trx, keys: CompanyKeys, companyId: string, target: StreamTarget) =>
  sealField(trx, keys, { companyId, place }, target);

/** Undefined if the company’s key was destroyed. */
export const openTarget = (trx: Trx, keys: CompanyKeys, companyId: string, sealed: string) =>
  openField<StreamTarget>(trx, keys, { companyId, place }, sealed);

export const newStreamSecret = (): string => `assay_siem_${randomBytes(32).toString('base64url')}`;

/**
 * Header that authenticates a delivery: `t=<unix seconds>,v1=<hex>`, with a further `v1` while a former secret is valid. Each `v1` is the
 * HMAC-SHA256 over `<t>.<body>`. Receivers reject old times, so that a delivery cannot be repeated by others.
 */
export function streamSignature(body: string, secrets: readonly string[], now: Date): string {
  const time = Math.floor(now.getTime() / 1000);
  const sign = (secret: string) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return [`t=${time}`, ...secrets.map((secret) => `v1=${sign(secret)}`)].join(',');
}
