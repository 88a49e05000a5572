import { expect } from 'vitest';
import { type Diligence, readDiligence } from '#contract/cdd/cdd.ts';
import { recordFinding, withdrawFinding } from '#contract/cdd/findings.ts';
import { type FindingSubject, findingSubjects } from '#rules/cdd-rule-packs/findings.ts';
import { uploadedDocument } from '#tests/support/api/source-of-funds.ts';
import { noteChange } from '../../activities/model/oracle.ts';
import { grantors } from '../../activities/model/world.ts';
import { type At, ask, attempt, type Make } from './course.ts';

const basis = 'Register and papers of this year';
const entity = {
  existence: 'Limited company, registered in 2011',
  existenceSource: 'register',
  existenceRegister: 'nzbn',
  structure: 'Two shareholders',
  structureSource: 'register',
  structureRegister: 'nzbn',
  powers: 'No constitution: the Companies Act 1993 applies',
  nomineesNone: true,
  nomineesSource: 'register',
  nomineesRegister: 'nzbn',
  basis,
};

/** What a finding on each subject says, by the variant. */
export const findingContents: Record<string, readonly object[]> = {
  politicalExposure: [
    { pepStatus: 'foreign', basis },
    { pepStatus: 'none', basis },
    { pepStatus: 'domestic', basis },
  ],
  structure: [{ holdsPersonalAssets: true, beneficiaryCount: 2 }, { holdsPersonalAssets: false }],
  entity: [
    { ...entity, powersSource: 'register', powersRegister: 'nzbn' },
    { ...entity, powersSource: 'clientStatement' },
    {
      ...entity,
      powersSource: 'register',
      powersRegister: 'nzbn',
      nomineesSource: 'clientStatement',
      nomineesRegister: undefined,
    },
  ],
  'ownership identified': [{ outcome: 'identified', source: 'register', register: 'nzbn', basis }],
  'ownership none': [
    { outcome: 'none', source: 'register', register: 'nzbn', basis },
    { outcome: 'none', source: 'clientStatement', basis },
  ],
  'ownership unable': [{ outcome: 'unable', basis }],
  ownersDeemed: [
    { ground: 'ownedByListed', basis },
    { ground: 'listedIssuer', basis },
  ],
  addressVerified: [{ basis }],
  addressExcused: [{ reason: basis }],
  unusual: [{ what: 'Cash without a reason' }, { what: 'Cash', findings: 'It was the sale of a car' }],
  significantChange: [{ what: 'A new owner' }],
  enhanced: [{ reason: 'Pays through a stranger' }],
  mitigation: [{ reason: basis }],
  simplified: [{ listedClass: 'crownEntity', ground: basis }],
  seniorApproval: [{}],
  sourceValue: [{ wealth: '640,000', currency: 'NZD', basis }],
  sourceNotRelevant: [{ of: 'both', reason: basis }],
  pepCheckExcused: [{ reason: basis }],
  newTechnology: [{ what: 'A wallet' }, { what: 'A wallet', measures: 'Limits by day' }],
  furtherMeasures: [{ what: 'Three countries' }, { what: 'Three countries', measures: 'A call each week' }],
  anonymousAccount: [{ what: 'A numbered account' }, { what: 'A numbered account', ended: 'Closed in May' }],
  nestedServices: [{ what: 'Customers of its own' }],
  actingExcused: [{ reason: basis }],
  earlierCdd: [{ ground: 'groupAbroad', doneBy: 'Former partner', doneOn: '2020-02-03', basis }],
  preCommencement: [
    { reason: basis, dated: '2005-01-01' },
    { reason: basis, dated: '2013-06-30' },
  ],
};

/** Requirements that a finding on a subject lifts; of these the model does not ask for the evidence. */
const excuses: Partial<Record<string, readonly string[]>> = {
  ownersDeemed: ['verification'],
  simplified: ['verification', 'identity', 'entity'],
  pepCheckExcused: ['exposure'],
  actingExcused: ['verification'],
  earlierCdd: ['record', 'identity', 'entity', 'exposure', 'verification'],
};

/** Findings that lower what is required, and those that raise it, whose withdrawal lowers it. */
const lowering = [
  'addressExcused',
  'mitigation',
  'simplified',
  'sourceNotRelevant',
  'pepCheckExcused',
  'actingExcused',
  'preCommencement',
];
const raising = [
  'unusual',
  'significantChange',
  'enhanced',
  'newTechnology',
  'furtherMeasures',
  'nestedServices',
];

function note({ course, side, by }: At, subject: string, content: Record<string, unknown> | null): void {
  const isOn = content !== null;
  if (isOn ? lowering.includes(subject) : raising.includes(subject))
    expect([subject, grantors]).toEqual([subject, expect.arrayContaining([by])]);
  if (subject === 'seniorApproval' && isOn) expect(by).toBe(course.isSole ? 'owner' : 'manager');
  const { evidence } = course.clients[side];
  const more = course.more[side];
  noteChange(course, () => {
    const lifted = excuses[subject];
    if (lifted !== undefined && isOn) more.excused.set(subject, lifted);
    else more.excused.delete(subject);
    if (raising.includes(subject)) more.enhanced[isOn ? 'add' : 'delete'](subject);
    if (subject === 'preCommencement') {
      if (isOn) expect(content.dated).toBe('2005-01-01');
      more.isShownEarlier = isOn;
    }
    if (subject === 'politicalExposure') {
      evidence[isOn ? 'add' : 'delete']('exposure');
      course.clients[side].isForeignPep = content?.pepStatus === 'foreign';
    }
    if (subject === 'entity') {
      const isSourced = content?.powersSource === 'register' && content.nomineesSource === 'register';
      evidence[isSourced ? 'add' : 'delete']('entity');
    }
  });
}

const levels = ['simplified', 'standard', 'enhanced'];

/** Who recorded a finding takes the level of CDD that it left no lower alone, where somebody else can. */
function noteLevel({ course, side, by }: At, subject: string, before: Diligence, after: Diligence): void {
  const key = `finding ${side} ${subject}`;
  const isLower = levels.indexOf(after.cddLevel) < levels.indexOf(before.cddLevel);
  if (isLower && !course.isSole)
    expect(['lowered by', by]).not.toEqual(['lowered by', course.makers.get(key)]);
  course.makers.set(key, by);
}

const readNow = ({ course, clientId }: At) => ask(course, readDiligence, { params: { id: clientId } });

const record =
  (named: string): Make =>
  async (at) => {
    const variants = findingContents[named] ?? [];
    const content = variants[at.n % variants.length] as Record<string, unknown>;
    const [subject = ''] = named.split(' ');
    const documentId =
      subject === 'preCommencement'
        ? {
            documentId: await uploadedDocument(
              at.course.world.api,
              at.course.world.company.owner,
              at.clientId,
            ),
          }
        : {};
    const before = await readNow(at);
    const body = { subject, ...content, ...documentId, version: before.version };
    return attempt(recordFinding, { params: { id: at.clientId }, body: body as never }, (after) => {
      note(at, subject, content);
      noteLevel(at, subject, before, after);
    });
  };

const withdraw =
  (subject: FindingSubject): Make =>
  async (at) => {
    const before = await readNow(at);
    const body = { version: before.version, reason: 'Of another client' };
    return attempt(withdrawFinding, { params: { id: at.clientId, subject }, body }, (after) => {
      note(at, subject, null);
      noteLevel(at, subject, before, after);
    });
  };

/** Findings, each recorded in its variants and withdrawn. */
export const findingRequests: Record<string, Make> = {
  ...Object.fromEntries(
    Object.keys(findingContents).map((subject) => [`findings.record ${subject}`, record(subject)]),
  ),
  ...Object.fromEntries(
    findingSubjects.map((subject) => [`findings.withdraw ${subject}`, withdraw(subject)]),
  ),
};
