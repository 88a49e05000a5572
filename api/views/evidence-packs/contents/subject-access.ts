import { partyRoleLabels } from '#rules/clients/client-parties.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import type { ClientPackRecords, PackRecords, SubjectElsewhere } from './records.ts';
import { readRolesElsewhere } from './subject-access-store.ts';

/** Whether a pack answers its subject’s access request. */
export const isForSubject = ({ cover }: Pick<PackRecords, 'cover'>): boolean =>
  cover.choice.purpose === 'subjectAccess' && cover.scope === 'client';

/** Roles and activities of a client, read in the caller’s transaction. */
export async function getElsewhere(trx: Trx, clientId: string): Promise<SubjectElsewhere> {
  const { roles, activities } = await readRolesElsewhere(trx, clientId);
  return {
    roles: roles.map((row) => ({ ...row, roles: row.roles.map((role) => partyRoleLabels[role]) })),
    activities,
  };
}

function withoutOthers(dossier: ClientPackRecords): ClientPackRecords {
  return {
    ...dossier,
    parties: dossier.parties.map((party) => ({
      ...party,
      dateOfBirth: null,
      addresses: [],
      registrationCountry: null,
      pepStatus: 'notChecked',
      mustVerify: [],
      authority: null,
      controlBasis: null,
    })),
    individualVerifications: dossier.individualVerifications.map((verification) => ({
      ...verification,
      documents: verification.documents.map((document) => ({ ...document, sameDocumentElsewhere: 0 })),
    })),
    // A false positive is an entry about another person.
    screenings: dossier.screenings.map((screening) => ({
      ...screening,
      matches: screening.matches.filter(({ status }) => status !== 'falsePositive'),
    })),
    assessments: [],
    reviews: [],
    businessVerifications: [],
    cddDecisions: [],
    sanctionsPermits: [],
  };
}

/**
 * Records of a pack for the person themselves: without other people’s information (NZ Privacy Act 2020 s53(b); AU Privacy Act 1988 APP
 * 12.3(b)), and without all by which the person could learn that a report was considered or made (NZ AML/CFT Act 2009 s46; AU AML/CTF Act
 * 2006 s123): CDD reasons and decisions, risk assessments, reviews, alerts. These are always left out, so that their absence says nothing.
 */
export function forSubject<Records extends Pick<PackRecords, 'clients' | 'alerts'>>(
  records: Records,
): Records {
  return { ...records, clients: records.clients.map(withoutOthers), alerts: [] };
}

/** A dossier as written to a file: without CDD, whose reasons stay with the company. */
export const toSubjectDossier = ({
  diligence: _cdd,
  assessments: _a,
  reviews: _r,
  cddDecisions: _d,
  ...rest
}: ClientPackRecords) => rest;
