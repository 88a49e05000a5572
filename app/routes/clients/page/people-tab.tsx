import { ClientGroup } from '../panels/client-group.tsx';
import { PartiesPanel } from '../parties/parties-panel.tsx';
import type { ClientTabProps } from './tab-props.ts';

/** The client's related parties, whose related party it is, and the clients that these connect it with. */
export default function PeopleTab({ loaded, content, result }: ClientTabProps<'people'>) {
  return (
    <>
      <PartiesPanel panel={content.parties} result={result?.panel === 'party' ? result : undefined} />
      <ClientGroup
        client={loaded.client}
        group={content.group}
        result={result?.panel === 'group' ? result : undefined}
      />
    </>
  );
}
