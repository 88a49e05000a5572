import { Form, useActionData } from '@remix-run/react';
import type { Activity } from '#contract/activities.ts';
import { useActivityNoun } from '../../components/activities/activity-noun.ts';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import { Panel } from '../../components/panel.tsx';
import type { handleTransition } from './activity-transitions.server.ts';
import { HiddenInputs } from './activity-transitions.tsx';
import type { RecheckView } from './recheck-view.server.ts';

/** Id of the part of the completion checklist that a recheck waits for. */
export const recheckRequirementsId = 'recheck-requirements';

interface RecheckProps {
  activity: Activity;
  recheck: RecheckView | null;
  requestKey: string;
}

/**
 * Why an activity is to be rechecked, who records that, and the form for it, or why there is none. The requirements that come first are in the
 * completion checklist. Nothing where no recheck is due.
 */
export function RecheckPanel({ activity, recheck, requestKey }: RecheckProps) {
  const { singular } = useActivityNoun();
  if (recheck === null) return null;
  const { lines, since, recorders, denial } = recheck;
  const isBlocked = (activity.recheck?.blockers.length ?? 0) > 0;
  return (
    <Panel
      id="recheck"
      title="Recheck due"
      about={`Since ${since}. The status of the ${singular} stays as it is until you decide.`}
      className="mt-5"
    >
      <ul className="grid gap-1">
        {lines.map(({ cause, ending }) => (
          <li key={cause}>
            {cause} {ending === null ? null : <span className="text-ink-soft">{ending}</span>}
          </li>
        ))}
      </ul>
      {isBlocked || denial !== null ? (
        <p>
          The recheck can be recorded by those who may approve exceptions from CDD ({recorders})
          {isBlocked ? (
            <>
              , once the requirements under <a href={`#${recheckRequirementsId}`}>Before the recheck</a> are
              met
            </>
          ) : null}
          .{denial === null ? '' : ` ${denial}`}
        </p>
      ) : (
        <RecheckForm activity={activity} requestKey={requestKey} />
      )}
    </Panel>
  );
}

function RecheckForm({ activity, requestKey }: Pick<RecheckProps, 'activity' | 'requestKey'>) {
  const result = useActionData<typeof handleTransition>();
  return (
    <Form method="post" preventScrollReset className="grid max-w-form gap-3 print:hidden">
      <HiddenInputs activity={activity} requestKey={requestKey} move="recheck" />
      <TextArea
        field={{ id: 'recheck-reason', name: 'reason', initialValue: result?.reason }}
        label="What you checked, and why it stays as it is"
        rows={2}
        maxLength={500}
      />
      <div>
        <SubmitButton variant="secondary" busy="Saving…">
          Record the recheck
        </SubmitButton>
      </div>
    </Form>
  );
}
