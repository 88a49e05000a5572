import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { asMember } from '../../../session/session.server.ts';
import { ChooseClient } from './choose-client.tsx';
import { handleMerge, loadMerge } from './merge.server.ts';
import { MergeForm } from './merge-form.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data ? `Merge ${data.survivor.name}` : 'Merge clients', 'Clients') },
];

export const loader = asMember(loadMerge);
export const action = asMember(handleMerge);

/** Merges a duplicate into a client: first which one, then what remains of both. */
export default function MergeClients() {
  const { survivor, choice, comparison, requestKey } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <h1>Merge a duplicate into {survivor.name}</h1>
      <p className="mt-1 text-ink-soft">
        {survivor.about} <Link to={`/clients/${survivor.id}`}>Back to the client</Link>
      </p>
      {choice ? <ChooseClient survivor={survivor} choice={choice} /> : null}
      {comparison ? (
        <MergeForm
          key={comparison.merged.id}
          survivor={survivor}
          comparison={comparison}
          requestKey={requestKey}
          result={result}
        />
      ) : null}
    </>
  );
}
