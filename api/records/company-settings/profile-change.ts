import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { CompanyProfile, companyProfileInput } from '#contract/company/company-settings.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { minRetentionYears } from '#rules/retention/retention-rules.ts';
import type { Work } from '../../kernel/command/work.ts';
import { factProblems, factsToWrite } from './fact-columns.ts';
import { getProfile, staleMessage } from './queries.ts';
import type { CompanyFacts, ProfileColumns, SettingsRow } from './store.ts';

type ProfileForm = z.output<typeof companyProfileInput>;

/**
 * Retention period in years after a change of countries. Rises to the legal minimum and never falls automatically: records created
 * under another country's law stay subject to it.
 */
function retentionYearsUnder(row: SettingsRow, regulatedIn: CompanyProfile['regulatedIn']): number {
  return Math.max(row.policy.retentionYears, minRetentionYears('identity', regulatedIn));
}

/** The columns that a form of the company's details sets. */
export function nextProfile(
  body: ProfileForm,
  before: SettingsRow,
): { profile: ProfileColumns; policy: SettingsRow['policy'] } {
  return {
    profile: {
      name: body.name,
      legal_name: body.legalName ?? null,
      sector: body.sector ?? null,
      ...factsToWrite(body),
      regulated_in: body.regulatedIn,
      nzbn: body.nzbn ?? null,
      abn: body.abn ?? null,
      acn: body.acn ?? null,
      address: body.address ?? null,
      time_zone: body.timeZone,
    },
    policy: { ...before.policy, retentionYears: retentionYearsUnder(before, body.regulatedIn) },
  };
}

/** Adds the problems of a form by field: facts of the company that contradict each other. */
export function checkProfile({
  time,
  body,
  problems,
}: Pick<Work, 'time'> & {
  body: ProfileForm;
  problems: { add(field: string, message: string): void };
}): void {
  for (const { field, message } of factProblems(body, companyDay(time(), body.timeZone))) {
    problems.add(field, message);
  }
}

/** Error for details that were saved after the form was opened. */
export const staleProfile = {
  message: staleMessage,
  current: (_: unknown, row: SettingsRow) => getProfile(row),
};

/** What the CDD rules read of a company: its laws, and from which day each binds it. */
export function getRuleFacts(
  row: Pick<ProfileColumns, 'sector' | 'regulated_in' | 'time_zone' | keyof ReturnType<typeof factsToWrite>>,
): Omit<CompanyFacts, 'id' | 'policy' | 'billingCountryCode'> {
  return {
    sector: row.sector,
    otherSectors: row.other_sectors,
    regulatedIn: row.regulated_in,
    australianTranche: row.australian_tranche,
    firstServiceNz: row.first_service_nz,
    firstServiceAu: row.first_service_au,
    timeZone: row.time_zone,
  };
}

/** What is named as the cause of changed levels of CDD. */
export const companyDetailsCause = 'Company details';
export const companyPoliciesCause = 'Company policies';

/** Whether the CDD rules read different facts of the two: only then can the level of CDD of a client change. */
export function haveDifferentRules(
  before: Parameters<typeof getRuleFacts>[0],
  after: Parameters<typeof getRuleFacts>[0],
): boolean {
  const sorted = (row: typeof before) => {
    const facts = getRuleFacts(row);
    return {
      ...facts,
      otherSectors: [...facts.otherSectors].sort(),
      regulatedIn: [...facts.regulatedIn].sort(),
    };
  };
  return !isDeepStrictEqual(sorted(before), sorted(after));
}
