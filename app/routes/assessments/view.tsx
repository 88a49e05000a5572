import type { SubmissionResult } from '@conform-to/react';
import { data, type MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { type Assessment, compareAssessments, prepareAssessment } from '#contract/assessments.ts';
import type { CountryLists } from '#rules/risk/country-lists.ts';
import { shownDocument } from '../../components/documents/shown-documents.server.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { StaleRecord } from '../../components/forms/stale-record.tsx';
import { printHeadingText } from '../../components/print-heading.server.ts';
import { PrintHeading } from '../../components/print-heading.tsx';
import { postedAnswers, startOf, withErrors } from '../../components/risk/assessment-form.server.ts';
import { AssessmentForm, type FormState } from '../../components/risk/assessment-form.tsx';
import { textIn } from '../../components/risk/flat-form.server.ts';
import { ScorePanel } from '../../components/risk/score-panel.tsx';
import type { MainApi } from '../../main-api.server.ts';
import { asMember } from '../../session.server.ts';
import { dayText, instantText } from '../clients/instant-text.server.ts';
import { answeredSections } from './answered.server.ts';
import { AnsweredSections } from './answered-sections.tsx';
import { Comparison, EarlierAssessments } from './comparison.tsx';
import { DecisionForm, isDecision } from './decision-form.tsx';
import { receiveAssessment } from './received-form.server.ts';
import { assessmentHref, resourceTypeOf } from './resource.server.ts';
import { Moves, Remarks, Standing } from './standing.tsx';
import { decide, readShown, type StaleAnswers, saveDraft, takeUpAgain } from './view-action.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Risk of ${data.assessment.resource.name} – Assay` : 'Risk assessment – Assay' },
];

/** The country lists as they are now, which a draft is scored with. */
async function listsNow(api: MainApi, { resourceType, resource }: Assessment): Promise<CountryLists> {
  const prepared = await api.call(prepareAssessment, {
    params: { resourceType, resourceId: resource.id },
    query: {},
  });
  return prepared.lists;
}

/** A draft as its form; undefined for one that this person only reads. */
async function formOf(api: MainApi, assessment: Assessment) {
  const mayAnswer = assessment.status === 'draft' && assessment.moves.some(({ act }) => act === 'save');
  if (!mayAnswer) return null;
  const lists = await listsNow(api, assessment);
  const { content } = assessment.templateVersion;
  return { content, lists, start: startOf(content, lists, assessment.answers) };
}

/** Two assessments of the record, and when each was begun. */
async function comparison(
  api: MainApi,
  { id, createdAt, earlier }: Assessment,
  otherId: string,
  timeZone: string,
) {
  const compared = await api.call(compareAssessments, { params: { id, otherId } });
  const otherAt = earlier.find((one) => one.id === otherId)?.at ?? createdAt;
  // Ids are in the order of time, as the API puts the two.
  const begun = id < otherId ? [createdAt, otherAt] : [otherAt, createdAt];
  const [earlierText = '', laterText = ''] = begun.map((at) => instantText(at, timeZone));
  return { compared, earlierText, laterText };
}

export const loader = asMember(async ({ api, me, params, url }) => {
  const resourceType = resourceTypeOf(url);
  const [session, assessment] = await Promise.all([me(), readShown(api, params, resourceType)]);
  const { timeZone } = session.company;
  const otherId = url.searchParams.get('compare');
  const confirm = url.searchParams.get('confirm');
  const at = (instant: string | null | undefined) => (instant ? instantText(instant, timeZone) : null);
  const href = assessmentHref(resourceType, assessment.resource.id, assessment.id);
  const documents = assessment.documents.map((document) => shownDocument(document, timeZone));
  return {
    assessment,
    href,
    form: await formOf(api, assessment),
    sections: answeredSections(
      assessment.templateVersion.content,
      assessment.answers,
      assessment.explanation,
      documents,
    ),
    documents,
    dates: {
      created: instantText(assessment.createdAt, timeZone),
      submitted: at(assessment.submittedAt),
      approved: assessment.approvedAt ? dayText(assessment.approvedAt, timeZone) : null,
      overridden: at(assessment.override?.at),
    },
    earlier: assessment.earlier.map((one) => ({ ...one, atText: dayText(one.at, timeZone) })),
    compared: otherId ? await comparison(api, assessment, otherId, timeZone) : null,
    confirm: isDecision(confirm) ? confirm : null,
    printHeading: printHeadingText(session, new Date()),
    requestKey: newRequestKey(),
  };
});

interface ViewAnswer {
  form?: FormState & { version: number; stale?: StaleAnswers };
  decisionReply?: SubmissionResult;
  /** Why the assessment was not taken up again. */
  sentence?: string;
}

export const action = asMember(async ({ api, params, request, url }) => {
  const resourceType = resourceTypeOf(url);
  const owner = { ownerType: 'riskAssessment', ownerId: params.riskAssessmentId ?? '' } as const;
  const { form, errors } = await receiveAssessment(request, api, owner);
  const assessment = await readShown(api, params, resourceType);
  const href = assessmentHref(resourceType, assessment.resource.id, assessment.id);
  const posted = { api, form, assessment, href };
  const intent = textIn(form, 'intent');
  if (intent === 'decide') return decide(posted);
  if (intent === 'reopen') return takeUpAgain(posted);
  const lists = await listsNow(api, assessment);
  // The button that overwrites posts no intent of its own.
  const wantsSaving = intent === 'save' || intent === 'submit' || form.has('overwriteVersion');
  if (wantsSaving && Object.keys(errors).length === 0) {
    return saveDraft(posted, { lists, submit: intent === 'submit' });
  }
  const { state } = postedAnswers(form, assessment.templateVersion.content, lists);
  const shown = { ...withErrors(state, errors), version: Number(textIn(form, 'version')) };
  return data({ form: shown }, { status: wantsSaving ? 422 : 200 });
});

export default function ViewAssessment() {
  const {
    assessment,
    href,
    form,
    documents,
    sections,
    dates,
    earlier,
    compared,
    confirm,
    printHeading,
    requestKey,
  } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as ViewAnswer | undefined;
  const { resource, resourceType, template, templateVersion, explanation } = assessment;
  const hrefOf = (id: string) => `/${resourceType}/${resource.id}/risk_assessments/${id}`;
  return (
    <>
      <PrintHeading text={printHeading} />
      <p className="mb-2 text-sm print:hidden">
        <Link to={`/${resourceType}/${resource.id}`}>{resource.name}</Link>
      </p>
      <h1>Risk of {resource.name}</h1>
      <p className="text-ink-soft">
        {template.name}, version {templateVersion.number}
      </p>
      <Standing assessment={assessment} dates={dates} />
      <Remarks assessment={assessment} dates={dates} />
      {answer?.sentence ? (
        <p className="notice notice-danger mt-4 max-w-form" role="alert">
          {answer.sentence}
        </p>
      ) : null}
      {confirm ? (
        <DecisionForm
          key={confirm}
          decision={confirm}
          version={assessment.version}
          requestKey={requestKey}
          backHref={href}
          reply={answer?.decisionReply}
        />
      ) : (
        <Moves
          assessment={
            form
              ? { ...assessment, moves: assessment.moves.filter(({ act }) => act !== 'submit') }
              : assessment
          }
          requestKey={requestKey}
        />
      )}
      {compared ? <Comparison {...compared} backHref={href} /> : null}
      {confirm ? null : form ? (
        <AssessmentForm
          key={assessment.id}
          content={form.content}
          lists={form.lists}
          start={form.start}
          sources={{}}
          answer={answer?.form}
          documents={documents}
          requestKey={requestKey}
          version={answer?.form?.version ?? assessment.version}
          notice={
            answer?.form?.stale ? (
              <StaleRecord
                {...answer.form.stale}
                keptBy="Somebody else"
                keptAt="in the meantime"
                reloadHref={href}
              />
            ) : null
          }
        />
      ) : (
        <>
          <div className="mt-6 max-w-form">
            <ScorePanel score={explanation} heading="How the score comes about" />
          </div>
          <AnsweredSections sections={sections} />
        </>
      )}
      <EarlierAssessments earlier={earlier} hrefOf={hrefOf} />
      <p className="hint mt-4">Begun {dates.created}</p>
    </>
  );
}
