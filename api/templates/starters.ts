import type { Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BillingCountry } from '#contract/accounts.ts';
import { type AuditEventInput, recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { library, storedContent } from './content.ts';
import { hasDefault, insertTemplate, insertVersion, takeTurnOnDefault } from './store.ts';

export interface Adoption {
  companyId: string;
  /** Who is on record as having published them. */
  memberId: string;
  countries: readonly BillingCountry[];
  /** Only these of them; all where left out. */
  keys?: readonly string[];
  actor: AuditEventInput['actor'];
  requestId: string;
}

/**
 * Gives a company the starter templates of its countries, published, and the first of each type as default where there is none. What
 * it was given before is left as it has become, so that a second country can be added later.
 */
export async function adoptStarterTemplates(
  trx: Transaction<Schema>,
  deps: { now: () => Date },
  { companyId, memberId, countries, keys, actor, requestId }: Adoption,
): Promise<void> {
  const now = deps.now();
  const at = now.toISOString();
  const adopted: { id: string; name: string; contentHash: string }[] = [];
  for (const { key, name, resourceType, content } of library.filter(
    (one) => countries.includes(one.country) && (keys === undefined || keys.includes(one.key)),
  )) {
    await takeTurnOnDefault(trx, companyId, resourceType);
    const id = uuidv7({ msecs: now.getTime() });
    const added = await insertTemplate(trx, {
      company_id: companyId,
      id,
      name,
      resource_type: resourceType,
      is_default: !(await hasDefault(trx, resourceType)),
      archived_at: null,
      starter_key: key,
      created_at: at,
      created_by: memberId,
      updated_at: at,
      updated_by: memberId,
    });
    if (!added) continue;
    const stored = storedContent(content);
    await insertVersion(trx, {
      ...stored,
      company_id: companyId,
      id: uuidv7({ msecs: now.getTime() }),
      template_id: id,
      number: 1,
      status: 'published',
      change_note: 'Starter template.',
      published_at: at,
      published_by: memberId,
      created_at: at,
      created_by: memberId,
    });
    adopted.push({ id, name, contentHash: stored.content_hash });
  }
  // After all writing, because from the first event on others of the company wait.
  for (const { id, ...detail } of adopted) {
    await recordEvent(trx, deps, {
      companyId,
      actor,
      action: 'template.published',
      resourceType: 'riskTemplate',
      resourceId: id,
      detail: { ...detail, number: 1 },
      requestId,
    });
  }
}
