import { expect } from 'vitest';
import {
  addVerificationDocument,
  approveVerificationException,
  cancelVerification,
  decideVerification,
  readMachineReadableLines,
  readVerification,
  recordBureauNotice,
  recordConsent,
  removeVerificationDocument,
  reopenVerification,
  retryVerification,
  runVerificationChecks,
  sendVerificationLink,
  startVerification,
} from '#contract/individual-verifications/individual-verifications.ts';
import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import { addMonths } from '#rules/dates/calendar-dates.ts';
import {
  accreditedResult,
  exceptionRecord,
  relianceStatement,
  sightedPassport,
  withBureauConsentWithheld,
} from '#tests/support/api/verifications.ts';
import { noteChange } from '../../activities/model/oracle.ts';
import { type At, type Attempt, ask, attempt, type Make } from './course.ts';

let passports = 900_000;
const passport = () => {
  passports += 1;
  return sightedPassport(`LC${passports}`);
};
const reason = 'Compared with the original, in the office';

/** Reliance that meets every condition of both laws. */
const reliance = {
  ...relianceStatement,
  verifiedOn: '2026-10-12',
  basis: 'agreement',
  responsibilitiesWritten: true,
  approvedBySeniorManager: 'Manager',
  assessedOn: '2026-10-01',
  assessmentRecordedOn: '2026-10-02',
  appropriateToRisk: true,
  reasons: 'Supervised, and known to us for years',
};

/** A driver licence without what the rule asks for beside it. */
const weakLicence = () => {
  passports += 1;
  return {
    type: 'nzDriverLicence',
    fields: { number: `DH${passports}` },
    sighted: { originalSighted: true, showsName: true, showsDateOfBirth: true },
  };
};

/** What each method starts with; of a sighted document also one that does not meet the rule. */
const methods: Record<string, (n: number) => object> = {
  electronicRemote: () => ({ channel: 'email', email: 'hinemoa@example.test', dataSources: [] }),
  electronicInPerson: () => ({ consent: { given: true, how: 'inPerson' } }),
  documentSighted: (n) => ({ document: n % 2 === 0 ? passport() : weakLicence() }),
  documentCertified: () => ({
    document: {
      type: 'nzPassport',
      fields: passport().fields,
      certified: {
        refereeName: 'J. Referee',
        refereeType: 'justiceOfThePeace',
        certifiedOn: '2026-10-20',
        statesLikeness: true,
        independent: true,
        delivery: 'post',
      },
      sighted: { originalSighted: false, showsName: true, showsDateOfBirth: true },
    },
  }),
  distf: () => ({ accreditedService: accreditedResult }),
  reliance: () => ({ reliance }),
  exception: () => ({ exception: exceptionRecord }),
};

const key = ({ side }: At) => `verification ${side}`;

const start =
  (method: string): Make =>
  (at) =>
    attempt(
      startVerification,
      {
        params: { clientId: at.clientId },
        body: { method, ...methods[method]?.(at.n) } as never,
        requestKey: crypto.randomUUID(),
      },
      ({ id }) => {
        at.course.newest.set(key(at), id);
        at.course.makers.set(id, at.by);
        if (method === 'documentSighted' && at.n % 2 === 1) at.course.makers.set(`weak ${id}`, at.by);
      },
    );

/** A command on the newest verification of the person. */
const onNewest =
  (act: (now: IndividualVerification, at: At) => Attempt | Promise<Attempt>): Make =>
  async (at) => {
    const id = at.course.newest.get(key(at));
    return id === undefined ? null : act(await ask(at.course, readVerification, { params: { id } }), at);
  };

const of = ({ id }: IndividualVerification) => ({ params: { id } });

/** The identity counts from now on, under the name that it has now. */
function noteIdentity({ course, side }: At): void {
  noteChange(course, () => {
    course.clients[side].evidence.add('identity');
    course.more[side].verifiedName = course.clients[side].name;
  });
}

/** Verifications of people, by each method and each command. */
export const verificationRequests: Record<string, Make> = {
  ...Object.fromEntries(
    Object.keys(methods).map((method) => [`individualVerifications.start ${method}`, start(method)]),
  ),
  'individualVerifications.recordConsent': onNewest((now) =>
    attempt(recordConsent, { ...of(now), body: { version: now.version, given: true, how: 'inPerson' } }),
  ),
  'individualVerifications.addDocument': onNewest((now) =>
    attempt(addVerificationDocument, { ...of(now), body: { version: now.version, ...passport() } }),
  ),
  'individualVerifications.removeDocument': onNewest((now) =>
    attempt(removeVerificationDocument, {
      params: { id: now.id, documentId: now.documents[0]?.id ?? now.id },
      body: { version: now.version, reason },
    }),
  ),
  'individualVerifications.parseMrz': onNewest((now) =>
    attempt(readMachineReadableLines, { ...of(now), body: { lines: 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<' } }),
  ),
  'individualVerifications.runChecks': onNewest((now) =>
    attempt(runVerificationChecks, {
      ...of(now),
      body: { version: now.version, dataSources: ['nzCreditBureau'] },
    }),
  ),
  'individualVerifications.recordBureauNotice': onNewest(async (now, { course }) => {
    await withBureauConsentWithheld(course.world.api, now);
    const body = {
      version: now.version,
      sentOn: '2026-07-02',
      bureauName: 'Sample Bureau',
      alternativeOffered: true,
    } as const;
    return attempt(recordBureauNotice, { ...of(now), body });
  }),
  'individualVerifications.sendLink': onNewest((now) =>
    attempt(sendVerificationLink, {
      ...of(now),
      body: { version: now.version, channel: 'sms', phone: '021 555 0199' },
    }),
  ),
  'individualVerifications.decide verified': onNewest((now, at) => {
    const body = { version: now.version, decision: 'verified', reason } as const;
    return attempt(decideVerification, { ...of(now), body }, () => {
      // No reason replaces what the rule asks for: an exception does, which another person approved.
      const { makers } = at.course;
      const isWeak = makers.has(`weak ${now.id}`) && now.documents.length === 1;
      if (isWeak) expect(['an exception', makers.has(`exception ${now.id}`)]).toEqual(['an exception', true]);
      noteIdentity(at);
    });
  }),
  'individualVerifications.decide notVerified': onNewest((now) =>
    attempt(decideVerification, {
      ...of(now),
      body: { version: now.version, decision: 'notVerified', reason },
    }),
  ),
  'individualVerifications.approveException': onNewest((now, at) => {
    const isMethod = now.method === 'exception';
    const more = isMethod ? {} : { endsOn: addMonths(at.course.world.today(), 6) };
    const body = { version: now.version, reason, ...more };
    return attempt(approveVerificationException, { ...of(now), body }, () => {
      const { makers, isSole } = at.course;
      if (!isSole) expect([now.id, at.by]).not.toEqual([now.id, makers.get(now.id)]);
      makers.set(`exception ${now.id}`, at.by);
      if (isMethod) noteIdentity(at);
    });
  }),
  'individualVerifications.retry': onNewest((now) =>
    attempt(retryVerification, { ...of(now), body: { version: now.version, reason } }),
  ),
  'individualVerifications.cancel': onNewest((now) =>
    attempt(cancelVerification, { ...of(now), body: { version: now.version, reason } }),
  ),
  'individualVerifications.reopen': onNewest((now, { course, side }) =>
    attempt(reopenVerification, { ...of(now), body: { version: now.version } }, () =>
      noteChange(course, () => course.clients[side].evidence.delete('identity')),
    ),
  ),
};
