import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { packsOn } from '#rules/cdd-rule-packs/packs.ts';
import { cddLevelLabels } from '#rules/clients/client-types.ts';
import { describeShippedChange, shippedCountries } from '#rules/country-lists/effective-list.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { lawAppliesFrom } from '#rules/dates/commencement.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { activityRulesOn } from '#rules/firm/activity-rules.ts';
import { lawBoundaries } from '#rules/law-changes/law-changes.ts';
import { concernsCompany, type RuleRevision } from '#rules/law-changes/rule-revision.ts';
import { latestRevision, revisedRules, ruleRevisions } from '#rules/law-changes/rule-revisions.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { inWork, jobActor, type Work } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { listCompanies } from '../../records/company-settings/list-companies.ts';
import { type CompanyFacts, readCompanyFacts } from '../../records/company-settings/store.ts';
import { readCountryLists } from '../../records/country-lists/queries.ts';
import { writeCddLevels } from '../cdd/sync-cdd-level.ts';
import { compareClients } from './compare-clients.ts';
import {
  insertAffected,
  insertLawChange,
  type LawChangeRow,
  type LawCheck,
  lockCheck,
  readChecking,
  readClientIds,
  readUncheckedCompanies,
  updateCheck,
  updateLawChange,
} from './store.ts';

interface Deps {
  now: () => Date;
  /** Corrected rules; defaults to those of this release. */
  revisions?: readonly RuleRevision[];
}

export const lawChangesJob = 'check-law-changes';
export const companyChangesJob = 'check-company-changes';

/** Clients of one transaction: on the embedded database everyone waits for it. */
const clientsPerBatch = 100;

type NextChange = Pick<
  LawChangeRow,
  'kind' | 'effective_on' | 'revision' | 'packs_before' | 'packs_after' | 'rules'
> & {
  cause?: string;
  /** What the company's clients count as checked with as soon as the change is listed: of this kind, the list itself says how far it is. */
  checked?: Pick<LawCheck, 'shippedLists'>;
};

/**
 * The next change that the company's clients have not been checked against, if there is one: days first, then corrected rules, then shipped
 * country lists.
 */
function nextChange(
  company: CompanyFacts,
  check: LawCheck,
  today: CalendarDate,
  revisions: readonly RuleRevision[],
): NextChange | null {
  const [boundary] = lawBoundaries(company, { after: check.through, upTo: today });
  if (boundary !== undefined) {
    return {
      kind: 'day',
      effective_on: boundary.on,
      revision: null,
      packs_before: boundary.packsBefore,
      packs_after: boundary.packsAfter,
      rules: boundary.rules,
    };
  }
  const packs = packsOn(company.regulatedIn, company, today);
  const versions = packs.map(({ version }) => version);
  const sameLaw = { effective_on: today, packs_before: versions, packs_after: versions };
  const revision = revisions.find(
    (revision) => revision.revision > check.revision && concernsCompany(revision, company),
  );
  if (revision !== undefined) {
    // Corrected rules apply from the day the release first runs.
    const rows = company.regulatedIn.flatMap((country) =>
      activityRulesOn(country, lawAppliesFrom(country, company), today),
    );
    const rules = revisedRules(revision, packs, rows);
    return { kind: 'release', ...sameLaw, revision: revision.revision, rules };
  }
  const cause = describeShippedChange(check.shippedLists, today);
  if (cause === null) return null;
  const checked = { shippedLists: shippedCountries(today) };
  return { kind: 'company', ...sameLaw, revision: null, rules: [], cause, checked };
}

/** Updates changed CDD levels and adds the list to each client's history. Statuses stay. */
export async function recordAffected(
  work: Work,
  company: CompanyFacts,
  row: LawChangeRow,
  affected: Awaited<ReturnType<typeof compareClients>>,
): Promise<void> {
  await insertAffected(
    work.trx,
    affected.map(({ clientId, before, after, rules }) => ({
      company_id: row.company_id,
      law_change_id: row.id,
      client_id: clientId,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      rules: JSON.stringify(rules),
    })),
  );
  const changed = affected.filter(
    ({ before, after }) => row.kind === 'company' || before.level !== after.level,
  );
  const ids = changed.map(({ clientId }) => clientId);
  work.record(...(await writeCddLevels(work, company, ids)));
  for (const { clientId, before, after, rules } of affected) {
    const level = (side: typeof after) => ({
      cddLevel: side.level === null ? null : cddLevelLabels[side.level],
      outstanding: side.lines.filter(({ state }) => state !== 'met').map(({ text }) => text),
    });
    work.record({
      action: 'client.lawChanged',
      resourceType: 'client',
      resourceId: clientId,
      detail: {
        lawChangeId: row.id,
        changes: changesBetween(level(before), {
          ...level(after),
          effectiveOn: row.effective_on,
          provisions: [...new Set(rules.map(({ provision }) => provision))],
        }),
      },
    });
  }
}

/** Ends a check, with its result. */
export async function finish(work: Work, row: LawChangeRow): Promise<void> {
  const { trx, at, record } = work;
  await updateLawChange(trx, row.id, {
    status: row.clients_listed > 0 ? 'open' : 'noClients',
    clients_checked: row.clients_checked,
    clients_listed: row.clients_listed,
    finished_at: at,
  });
  if (row.kind !== 'company') {
    const done = row.revision === null ? { through: row.effective_on } : { revision: row.revision };
    await updateCheck(trx, row.company_id, done);
  }
  record({
    action: 'lawChange.checked',
    resourceType: 'lawChange',
    resourceId: row.id,
    detail: {
      effectiveOn: row.effective_on,
      clientsChecked: row.clients_checked,
      clientsListed: row.clients_listed,
    },
  });
}

/** Checks the next batch of clients for a list in progress. @returns the number checked. */
async function checkBatch(
  work: Work,
  company: CompanyFacts,
  row: LawChangeRow,
  revisions: readonly RuleRevision[],
): Promise<number> {
  const of = row.kind === 'company' ? 'all' : 'monitored';
  const ids = await readClientIds(work.trx, { of, after: row.cursor, limit: clientsPerBatch });
  const lists = await readCountryLists(work.trx, company, work.time());
  const affected = await compareClients(work.trx, ids, { company, lists, row, revisions });
  await recordAffected(work, company, row, affected);
  const counted = {
    cursor: ids.at(-1) ?? row.cursor,
    clients_checked: row.clients_checked + ids.length,
    clients_listed: row.clients_listed + affected.length,
  };
  if (ids.length < clientsPerBatch) await finish(work, { ...row, ...counted });
  else await updateLawChange(work.trx, row.id, counted);
  return ids.length;
}

/** One transaction of a company. @returns the number of clients checked; null when finished. */
async function runStep(
  work: Work,
  companyId: string,
  revisions: readonly RuleRevision[],
): Promise<number | null> {
  const { trx, time, at } = work;
  const company = await readCompanyFacts(trx, companyId);
  const today = companyDay(time(), company.timeZone);
  const check = await lockCheck(trx, companyId, {
    through: today,
    revision: latestRevision(revisions),
    shippedLists: shippedCountries(today),
  });
  const checking = await readChecking(trx);
  if (checking !== undefined) return checkBatch(work, company, checking, revisions);
  if (check === null) return null;
  const next = nextChange(company, check, today, revisions);
  if (next === null) {
    if (check.through < today) await updateCheck(trx, companyId, { through: today });
    return null;
  }
  const { checked, ...change } = next;
  if (checked !== undefined) await updateCheck(trx, companyId, checked);
  const row = await insertLawChange(trx, {
    company_id: companyId,
    id: uuidv7({ msecs: time().getTime() }),
    ...change,
    rules: JSON.stringify(change.rules),
    status: 'checking',
    started_at: at,
  });
  return checkBatch(work, company, row, revisions);
}

/**
 * Lists, for every company, the clients whose CDD level or requirements change when the law changes, or when a release corrects a
 * rule. Resumes after the last saved batch; idempotent. A new company starts on its first day.
 * @returns the number of clients checked, counted once per change.
 */
export async function checkLawChanges(db: Kysely<Schema>, deps: Deps): Promise<{ checked: number }> {
  return checkCompanies(
    db,
    deps,
    (await listCompanies(db)).map(({ id }) => id),
  );
}

/**
 * Goes on with the checks of clients of companies that changed a country list or their own facts. Each minute; resumes after the last saved batch.
 * @returns the number of clients checked.
 */
export async function checkCompanyChanges(db: Kysely<Schema>, deps: Deps): Promise<{ checked: number }> {
  return checkCompanies(db, deps, await asJobs(db, readUncheckedCompanies));
}

async function checkCompanies(
  db: Kysely<Schema>,
  deps: Deps,
  companyIds: readonly string[],
): Promise<{ checked: number }> {
  const { revisions = ruleRevisions } = deps;
  let checked = 0;
  for (const id of companyIds) {
    for (;;) {
      const count = await inWork(
        { db, ...deps },
        jobActor(id, lawChangesJob),
        (work) => runStep(work, id, revisions),
        { alone: true },
      );
      if (count === null) break;
      checked += count;
    }
  }
  return { checked };
}
