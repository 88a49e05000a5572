import { AssessLink, AssessmentList } from '../../../components/activities/assessment-list.tsx';
import { Panel } from '../../../components/panel.tsx';
import { FundsPanel } from '../funds/funds-panel.tsx';
import type { ClientTabProps } from './tab-props.ts';

/** Risk assessments, and the source of funds and wealth. */
export default function RiskTab({ loaded, content, result }: ClientTabProps<'risk'>) {
  const href = `/clients/${loaded.client.id}`;
  return (
    <>
      <Panel
        id="assessments"
        title="Risk assessments"
        action={loaded.mayWrite ? <AssessLink href={href} /> : null}
        className="mt-5"
      >
        <AssessmentList href={href} lines={content.assessments} />
      </Panel>
      <FundsPanel panel={content.funds} result={result?.panel === 'funds' ? result : undefined} />
    </>
  );
}
