import { expect } from 'vitest';
import { readCountryLists, saveCountryList } from '#contract/cdd/cdd.ts';
import {
  addFundsLine,
  changeFundsLine,
  type FundsLine,
  readFundsLine,
  rejectFundsLine,
  verifyFundsLine,
  withdrawFundsLine,
} from '#contract/cdd/funds-lines.ts';
import { previewCompanyChange, previewCountryList } from '#contract/cdd/law-change-previews.ts';
import {
  approvePermit,
  listPermits,
  recordPermit,
  type SanctionsPermit,
  withdrawPermit,
} from '#contract/cdd/sanctions-permits.ts';
import {
  previewPolicies,
  readCompanyProfile,
  readPolicies,
  updateCompanyProfile,
  updatePolicies,
} from '#contract/company/company-settings.ts';
import { uploadDocuments } from '#contract/documents/documents.ts';
import { listAlerts, readAlert } from '#contract/monitoring/alerts.ts';
import { decideMatch, dismissMatches, type ScreeningMatch } from '#contract/monitoring/screenings.ts';
import { type CountryListKey, countryListKeys } from '#rules/country-lists/country-list-keys.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { formWith, samplePicture } from '#tests/support/files/sample-files.ts';
import type { World } from '../../activities/model/world.ts';
import { type At, type Attempt, ask, attempt, type ClientCourse, type Make } from './course.ts';

const reason = 'Compared with the papers of this year';
let pictures = 0;

/** A document of the client, uploaded by the owner. @returns its id */
async function upload(course: ClientCourse, ownerId: string): Promise<string> {
  pictures += 1;
  const bytes = await samplePicture('png', { side: 60 + (pictures % 400) });
  const body = formWith([{ name: `paper-${pictures}.png`, bytes }]);
  const { documents } = await ask(course, uploadDocuments, {
    params: { ownerType: 'client', ownerId },
    body,
  } as never);
  return documents[0]?.document.id ?? '';
}

/** A command on the newest permit. */
const onPermit =
  (act: (now: SanctionsPermit, at: At) => Attempt): Make =>
  async (at) => {
    const { permits } = await ask(at.course, listPermits, { params: { id: at.clientId } });
    const [newest] = permits;
    return newest === undefined ? null : act(newest, at);
  };

const permitRequests: Record<string, Make> = {
  'sanctionsPermits.record': async (at) => {
    const today = at.course.world.today();
    const body = {
      country: 'NZL',
      regimes: ['un'],
      authority: 'Minister of Foreign Affairs',
      number: 'P-1',
      documentId: await upload(at.course, at.clientId),
      acts: ['takeOn', 'startWork', 'completeWork'],
      scope: 'Legal advice',
      validFrom: addDays(today, -10),
      validTo: at.n % 2 === 0 ? addDays(today, 60) : '2099-12-31',
    } as const;
    return attempt(recordPermit, { params: { id: at.clientId }, body: body as never }, ({ id }) => {
      at.course.makers.set(id, at.by);
    });
  },
  'sanctionsPermits.approve': onPermit((now, at) =>
    attempt(approvePermit, { params: { id: now.id }, body: { version: now.version } }, ({ decidedByOne }) => {
      // Under no policy does one person lift a prohibition where another can decide.
      const isOwn = at.course.isSole
        ? at.course.makers.get(now.id) !== 'staff'
        : at.course.makers.get(now.id) === at.by;
      if (!at.course.isSole) expect(['own permit', isOwn]).toEqual(['own permit', false]);
      expect(['by one', decidedByOne]).toEqual(['by one', isOwn]);
    }),
  ),
  'sanctionsPermits.withdraw': onPermit((now) =>
    attempt(withdrawPermit, { params: { id: now.id }, body: { version: now.version, reason } }),
  ),
};

const lineOf = ({ side }: At) => `line ${side}`;
const onLine =
  (
    act: (
      now: FundsLine,
      input: { params: { id: string; lineId: string } },
      at: At,
    ) => Attempt | Promise<Attempt>,
  ): Make =>
  async (at) => {
    const lineId = at.course.newest.get(lineOf(at));
    if (lineId === undefined) return null;
    const input = { params: { id: at.clientId, lineId } };
    return act(await ask(at.course, readFundsLine, input), input, at);
  };
const wealth = { of: 'wealth', kind: 'businessSale', currency: 'NZD', from: 'Sale of a vineyard' } as const;
const noteSource = ({ course, side }: At, has: boolean) => {
  course.more[side].hasSource = has;
};

const lineRequests: Record<string, Make> = {
  'fundsLines.add': async (at) => {
    const documentIds = at.n % 2 === 0 ? [await upload(at.course, at.clientId)] : [];
    const body = { ...wealth, amount: '640,000', documentIds };
    return attempt(addFundsLine, { params: { id: at.clientId }, body }, ({ id }) => {
      at.course.newest.set(lineOf(at), id);
    });
  },
  'fundsLines.change': onLine(({ version, documents }, input, at) => {
    const body = { ...wealth, amount: '600,000', documentIds: documents.map(({ id }) => id), version };
    return attempt(changeFundsLine, { ...input, body }, () => noteSource(at, false));
  }),
  'fundsLines.verify': onLine(({ version, documents }, input, at) =>
    attempt(verifyFundsLine, { ...input, body: { version, corroboration: reason } }, () => {
      expect(documents).not.toEqual([]);
      noteSource(at, true);
    }),
  ),
  'fundsLines.reject': onLine(({ version }, input, at) =>
    attempt(rejectFundsLine, { ...input, body: { version, reason } }, () => noteSource(at, false)),
  ),
  'fundsLines.withdraw': onLine(({ version }, input, at) =>
    attempt(withdrawFundsLine, { ...input, body: { version, reason } }, () => noteSource(at, false)),
  ),
};

/** The alerts of a client with their matches. */
async function alertOf({ course, clientId }: At, wanted: (match: ScreeningMatch) => boolean) {
  const query = { resourceType: 'clients', resourceId: clientId, type: 'screeningMatch' } as const;
  const { items } = await ask(course, listAlerts, { query });
  for (const { id } of items) {
    const alert = await ask(course, readAlert, { params: { id } });
    if (alert.matches.some(wanted)) return { id, matches: alert.matches.filter(wanted) };
  }
  return undefined;
}
const isOpen = ({ status }: ScreeningMatch) => status === 'pending' || status === 'possible';

const decide =
  (decision: 'falsePositive' | 'truePositive' | 'possible'): Make =>
  async (at) => {
    const [match] = (await alertOf(at, isOpen))?.matches ?? [];
    if (match === undefined) return null;
    const { version } = match;
    const body = {
      decision,
      version,
      ...(decision === 'possible' ? {} : { reason }),
      ...(decision === 'falsePositive' ? { reasonCode: 'otherBirthDate' } : {}),
    };
    return attempt(decideMatch, { params: { id: match.id }, body: body as never }, () => {
      at.course.clients[at.side].hasUndecidedMatch = decision === 'possible';
    });
  };

const matchRequests: Record<string, Make> = {
  ...Object.fromEntries(
    (['possible', 'truePositive', 'falsePositive'] as const).map((way) => [
      `screeningMatches.decide ${way}`,
      decide(way),
    ]),
  ),
  'alerts.dismissMatches': async (at) => {
    const alert = await alertOf(at, isOpen);
    if (alert === undefined) return null;
    const matches = alert.matches.map(({ id, version }) => ({ id, version }));
    const body = { matches, reasonCode: 'otherBirthDate', reason } as const;
    return attempt(dismissMatches, { params: { id: alert.id }, body }, () => {
      at.course.clients[at.side].hasUndecidedMatch = false;
    });
  },
};

/** When a second person approves, by the variant of the command. */
const fourEyes = ['off', 'highOnly', 'always'] as const;
const changedPolicies = async ({ course, n }: At) => {
  const { version, policies } = await ask(course, readPolicies, {});
  return { version, ...policies, fourEyes: fourEyes[n % 3] ?? 'off', requestExpiryDays: 20 + (n % 3) };
};

const changedWorlds = new Set<World>();

/** Takes back a changed policy on second persons, so that no sequence depends on one before it. */
export async function restorePolicies(course: ClientCourse): Promise<void> {
  const { world } = course;
  if (!changedWorlds.delete(world)) return;
  const { version, policies } = await ask(course, readPolicies, {});
  await ask(course, updatePolicies, { body: { version, ...policies, fourEyes: 'off' } });
}

/** The company's details as they are. */
async function profileOf({ course }: At) {
  const { version, name, timeZone, regulatedIn } = await ask(course, readCompanyProfile, {});
  return { version, name, timeZone, regulatedIn } as never;
}

/** A list with a country more, or one less. Nothing is removed from a list that the law follows; the company adds to it. */
const changedList = (key: CountryListKey) => async (at: At) => {
  const { lists } = await ask(at.course, readCountryLists, {});
  const list = lists.find((one) => one.key === key);
  const { version = 0, asAt = at.course.world.today(), countries: listed = [] } = list ?? {};
  const countries = at.n % 2 === 0 ? [...new Set([...listed, 'PAN'])] : listed.slice(1);
  return { params: { key }, body: { version, asAt, countries, source: 'https://www.fatf-gafi.org' } };
};

const companyRequests: Record<string, Make> = {
  'company.preview': async (at) => attempt(previewCompanyChange, { query: {}, body: await profileOf(at) }),
  'company.update': async (at) => attempt(updateCompanyProfile, { body: await profileOf(at) }),
  'company.policies.preview': async (at) => attempt(previewPolicies, { body: await changedPolicies(at) }),
  'company.policies.update': async (at) =>
    attempt(updatePolicies, { body: await changedPolicies(at) }, () => {
      changedWorlds.add(at.course.world);
    }),
  ...Object.fromEntries(
    countryListKeys.flatMap((key): [string, Make][] => {
      const changed = changedList(key);
      return [
        [
          `countryLists.preview ${key}`,
          async (at) => attempt(previewCountryList, { query: {}, ...(await changed(at)) }),
        ],
        [`countryLists.save ${key}`, async (at) => attempt(saveCountryList, await changed(at))],
      ];
    }),
  ),
};

/** What the firm holds about its clients and for itself: permits, lines of funds, matches, settings and lists. */
export const firmRequests: Record<string, Make> = {
  ...permitRequests,
  ...lineRequests,
  ...matchRequests,
  ...companyRequests,
};
