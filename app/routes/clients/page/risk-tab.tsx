import { useActionData, useLoaderData, useOutletContext } from '@remix-run/react';
import { toAssessmentLines } from '../../../components/activities/assessment-lines.server.ts';
import { AssessLink, AssessmentList } from '../../../components/activities/assessment-list.tsx';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { formActions, onSubmit } from '../../../components/forms/form-actions.server.ts';
import { Panel } from '../../../components/panel.tsx';
import { asMember } from '../../../session/session.server.ts';
import { handleFundsAction, readFundsPanel } from '../funds/funds.server.ts';
import { FundsPanel } from '../funds/funds-panel.tsx';
import { type ClientPageData, clientTab } from './client-page.server.ts';

export { ErrorInLayout as ErrorBoundary };

export const loader = asMember(
  clientTab('risk', async (args, page) => {
    const [funds, { content }, { company }] = await Promise.all([
      readFundsPanel(
        args,
        page.then((found) => found.content.funds),
        page.then(({ diligence }) => diligence),
      ),
      page,
      args.me(),
    ]);
    return { funds, assessments: toAssessmentLines(content.assessments.assessments, company.timeZone) };
  }),
);

export const action = asMember(onSubmit(formActions({ funds: handleFundsAction }, { field: 'panel' })));

/** Risk assessments, and the source of funds and wealth. */
export default function RiskTab() {
  const { client, mayWrite } = useOutletContext<ClientPageData>();
  const { funds, assessments } = useLoaderData<typeof loader>();
  const href = `/clients/${client.id}`;
  return (
    <>
      <Panel
        id="assessments"
        title="Risk assessments"
        action={mayWrite ? <AssessLink href={href} /> : null}
        className="mt-5"
      >
        <AssessmentList href={href} lines={assessments} />
      </Panel>
      <FundsPanel panel={funds} result={useActionData<typeof action>()} />
    </>
  );
}
