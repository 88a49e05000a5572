import type { SubmissionResult } from '@conform-to/react';
import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { type Assessment, compareAssessments } from '#contract/risk/assessments.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { activityNounIn } from '../../components/activities/activity-noun.ts';
import { getPlaces } from '../../components/activities/blocker-list.tsx';
import { toDocumentView } from '../../components/documents/document-views.server.ts';
import { formatDay, formatInstant } from '../../components/format-instant.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { MergedVersions } from '../../components/forms/merged-versions.tsx';
import { OpenedInput } from '../../components/forms/opened-input.tsx';
import { FoldedVersions, type VersionRow } from '../../components/forms/version-conflict.tsx';
import { WarningBox } from '../../components/forms/warning-box.tsx';
import { formatPrintHeading } from '../../components/print-heading.server.ts';
import { PrintHeading } from '../../components/print-heading.tsx';
import { RecordHeader } from '../../components/record-header.tsx';
import { OnScreen } from '../../components/record-page/on-screen.tsx';
import { toAnswerEntries } from '../../components/risk/answer-values.ts';
import { getStart } from '../../components/risk/assessment-form.server.ts';
import { AssessmentForm } from '../../components/risk/assessment-form.tsx';
import { ScorePanel } from '../../components/risk/score-panel.tsx';
import { readSanctionLines } from '../../components/sanctions/sanctions-banner.server.ts';
import { SanctionsBanner } from '../../components/sanctions/sanctions-banner.tsx';
import type { MainApi } from '../../main-api/main-api.server.ts';
import { asMember } from '../../session/session.server.ts';
import { answeredSections } from './answer-sections.server.ts';
import { AnsweredSections } from './answer-sections.tsx';
import { AssessmentActions, getAssessmentFacts, Remarks } from './assessment-summary.tsx';
import { assessmentTitle } from './assessment-title.ts';
import { Comparison, EarlierAssessments } from './comparison.tsx';
import { DecisionForm, isDecision } from './decision-form.tsx';
import { receiveAssessment } from './parse-assessment-form.server.ts';
import { assessmentHref, getResourceType } from './resource.server.ts';
import { type DraftForm, handleForm, listsNow, readViewState } from './view-action.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: assessmentTitle('Risk assessment', data?.assessment, activityNounIn(matches)) },
];

/** Initial values of a draft's form; null for an assessment that the member can only read. */
async function getForm(api: MainApi, assessment: Assessment) {
  const canAnswer =
    assessment.status === 'draft' && assessment.actions.some(({ action }) => action === 'save');
  if (!canAnswer) return null;
  const lists = await listsNow(api, assessment);
  const { content } = assessment.templateVersion;
  return { content, lists, start: getStart(content, lists, assessment.answers) };
}

/** Compares two assessments of the record, with their start times. */
async function comparison(
  api: MainApi,
  { id, createdAt, earlier }: Assessment,
  otherId: string,
  timeZone: string,
) {
  const compared = await api.call(compareAssessments, { params: { id, otherId } });
  const otherAt = earlier.find((assessment) => assessment.id === otherId)?.at ?? createdAt;
  // Ids are in chronological order, as the API orders the two.
  const startTimes = id < otherId ? [createdAt, otherAt] : [otherAt, createdAt];
  const [earlierLabel = '', laterLabel = ''] = startTimes.map((at) => formatInstant(at, timeZone));
  return { compared, earlierLabel, laterLabel };
}

export const loader = asMember(async ({ api, me, params, url }) => {
  const resourceType = getResourceType(url);
  const [session, assessment, sanctions] = await Promise.all([
    me(),
    readViewState(api, params, resourceType),
    readSanctionLines(api, { resourceType, resourceId: params.resourceId ?? '' }),
  ]);
  const { timeZone } = session.company;
  const otherId = url.searchParams.get('compare');
  const confirm = url.searchParams.get('confirm');
  const at = (instant: string | null | undefined) => (instant ? formatInstant(instant, timeZone) : null);
  const href = assessmentHref(resourceType, assessment.resource.id, assessment.id);
  const documents = assessment.documents.map((document) => toDocumentView(document, timeZone));
  return {
    assessment,
    sanctions: sanctions(timeZone),
    href,
    form: await getForm(api, assessment),
    sections: answeredSections(
      assessment.templateVersion.content,
      assessment.answers,
      assessment.explanation,
      documents,
    ),
    documents,
    dates: {
      created: formatInstant(assessment.createdAt, timeZone),
      submitted: at(assessment.submittedAt),
      approved: assessment.approvedAt ? formatDay(assessment.approvedAt, timeZone) : null,
      overridden: at(assessment.override?.at),
    },
    earlier: assessment.earlier.map((previous) => ({
      ...previous,
      atLabel: formatDay(previous.at, timeZone),
    })),
    compared: otherId ? await comparison(api, assessment, otherId, timeZone) : null,
    confirm: isDecision(confirm) ? confirm : null,
    printHeading: formatPrintHeading(session, new Date()),
    requestKey: newRequestKey(),
  };
});

interface ViewResult {
  form?: DraftForm;
  decisionReply?: SubmissionResult;
  /** What keeps the decision from being made. */
  blockers?: Blocker[];
  /** Why the assessment was not reopened or saved. */
  sentence?: string;
  /** Answers that were not saved, beside those that someone else saved first. */
  unsaved?: VersionRow[];
}

export const action = asMember(async (args) => {
  const owner = { ownerType: 'riskAssessment', ownerId: args.params.riskAssessmentId ?? '' } as const;
  const { form, errors } = await receiveAssessment(args.request, args.api, owner);
  return handleForm({ ...args, fileErrors: errors }, form);
});

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

export default function ViewAssessment() {
  const loaded = useLoaderData<typeof loader>();
  const { assessment, dates, compared, confirm } = loaded;
  const answer = useActionData<typeof action>() as ViewResult | undefined;
  const { resource, resourceType, template, templateVersion } = assessment;
  const getHref = (id: string) => `/${resourceType}/${resource.id}/risk_assessments/${id}`;
  return (
    <>
      <PrintHeading text={loaded.printHeading} />
      <RecordHeader
        back={{ to: `/${resourceType}/${resource.id}`, label: resource.name }}
        title={`Risk of ${resource.name}`}
        about={`${template.name}, version ${templateVersion.number}`}
        facts={getAssessmentFacts(assessment, dates)}
      >
        <SanctionsBanner lines={loaded.sanctions} />
      </RecordHeader>
      <Remarks assessment={assessment} dates={dates} />
      {answer?.sentence ? (
        <div className="mt-4 max-w-form">
          <WarningBox id="refused" kind="danger" heading={answer.sentence} reply={answer}>
            {answer.unsaved ? (
              <FoldedVersions rows={answer.unsaved} keptBy="someone else" caption="Fields that differ" />
            ) : undefined}
          </WarningBox>
        </div>
      ) : null}
      <Decisions loaded={loaded} answer={answer} />
      {compared ? <Comparison {...compared} backHref={loaded.href} /> : null}
      {confirm ? null : <Answers loaded={loaded} answer={answer?.form} />}
      <EarlierAssessments earlier={loaded.earlier} getHref={getHref} />
      <p className="hint mt-4">Started {dates.created}</p>
    </>
  );
}

/** The confirmation of the decision selected by the URL, else the possible decisions. */
function Decisions({ loaded, answer }: { loaded: Loaded; answer: ViewResult | undefined }) {
  const { assessment, confirm, form, href, requestKey } = loaded;
  if (confirm) {
    return (
      <DecisionForm
        key={confirm}
        decision={confirm}
        version={assessment.version}
        requestKey={requestKey}
        backHref={href}
        minimum={assessment.minimumLevel}
        reply={answer?.decisionReply}
        getPlace={getPlaces(answer?.blockers, { kind: 'assessment', id: assessment.id, href })}
      />
    );
  }
  // The form of a draft has its own button to submit it.
  const actions = form ? assessment.actions.filter(({ action }) => action !== 'submit') : assessment.actions;
  return <AssessmentActions assessment={{ ...assessment, actions }} href={href} requestKey={requestKey} />;
}

/** The form of a draft, else the score and the answers. */
function Answers({ loaded, answer }: { loaded: Loaded; answer: ViewResult['form'] }) {
  const { assessment, form, documents, href, requestKey, sections } = loaded;
  if (!form) {
    return (
      <div id="answers" className="scroll-mt-4">
        <div className="mt-6 max-w-form">
          <ScorePanel score={assessment.explanation} heading="Score breakdown" />
        </div>
        <AnsweredSections sections={sections} />
      </div>
    );
  }
  return (
    <OnScreen paper="This assessment is a draft. Drafts are not printed.">
      <AssessmentForm
        // A merged form has new values in fields that the page shows already.
        key={`${assessment.id} ${answer?.stale?.savedVersion}`}
        content={form.content}
        lists={form.lists}
        start={form.start}
        sources={{}}
        known={Object.fromEntries(assessment.known.map(({ key, source }) => [key, source]))}
        toConfirm={assessment.toConfirm}
        carried={assessment.carried}
        answer={answer}
        documents={documents}
        requestKey={requestKey}
        version={answer?.version ?? assessment.version}
        notice={
          <>
            <OpenedInput entries={toAnswerEntries(form.start.entered)} posted={answer?.opened} />
            {answer?.stale ? (
              <MergedVersions
                {...answer.stale}
                keptBy="Someone else"
                savedAt="in the meantime"
                reloadHref={href}
              />
            ) : null}
          </>
        }
      />
    </OnScreen>
  );
}
