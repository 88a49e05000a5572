import { v7 as uuidv7 } from 'uuid';
import type { BillingCountry } from '#contract/company/accounts.ts';
import type { Work } from '../../kernel/command/work.ts';
import { library, storedContent } from './content.ts';
import { hasDefault, insertStarter, insertVersion, lockDefaultTemplate } from './store.ts';

/** A company and its selected starter templates. */
export interface StarterTemplates {
  companyId: string;
  /** Member recorded as the publisher. */
  memberId: string;
  countries: readonly BillingCountry[];
  /** Keys of the selected templates; all if undefined. */
  keys?: readonly string[];
}

/**
 * Adds the starter templates of a company's countries, published, with the first of each type as default if there is none. Templates
 * added earlier stay as edited, so that a second country can be added later.
 */
export async function adoptStarterTemplates(
  { trx, time, at, record }: Work,
  { companyId, memberId, countries, keys }: StarterTemplates,
): Promise<void> {
  for (const { key, name, resourceType, content } of library.filter(
    (item) => countries.includes(item.country) && (keys === undefined || keys.includes(item.key)),
  )) {
    await lockDefaultTemplate(trx, companyId, resourceType);
    const id = uuidv7({ msecs: time().getTime() });
    const added = await insertStarter(trx, {
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
      id: uuidv7({ msecs: time().getTime() }),
      template_id: id,
      number: 1,
      status: 'published',
      change_note: 'Starter template.',
      published_at: at,
      published_by: memberId,
      created_at: at,
      created_by: memberId,
    });
    record({
      action: 'template.published',
      resourceType: 'riskTemplate',
      resourceId: id,
      detail: { name, contentHash: stored.content_hash, number: 1 },
    });
  }
}
