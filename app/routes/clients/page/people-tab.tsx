import { useActionData, useLoaderData, useOutletContext } from '@remix-run/react';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { formActions, onSubmit } from '../../../components/forms/form-actions.server.ts';
import { asMember } from '../../../session/session.server.ts';
import { handleGroupAction, readGroupPanel } from '../panels/client-group.server.ts';
import { ClientGroup } from '../panels/client-group.tsx';
import { handlePartyAction, readPartiesPanel } from '../parties/parties.server.ts';
import { PartiesPanel } from '../parties/parties-panel.tsx';
import { type ClientPageData, clientTab } from './client-page.server.ts';

export { ErrorInLayout as ErrorBoundary };

export const loader = asMember(
  clientTab('people', async (args, page) => {
    const [parties, group] = await Promise.all([
      readPartiesPanel(
        args,
        page.then(({ content }) => content.parties),
      ),
      readGroupPanel(
        args,
        page.then(({ content }) => content.group),
      ),
    ]);
    return { parties, group };
  }),
);

export const action = asMember(
  onSubmit(formActions({ party: handlePartyAction, group: handleGroupAction }, { field: 'panel' })),
);

/** The client's related parties, whose related party it is, and the clients that these connect it with. */
export default function PeopleTab() {
  const { client } = useOutletContext<ClientPageData>();
  const { parties, group } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PartiesPanel panel={parties} result={result?.panel === 'party' ? result : undefined} />
      <ClientGroup client={client} group={group} result={result?.panel === 'group' ? result : undefined} />
    </>
  );
}
