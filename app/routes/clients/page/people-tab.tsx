import { PartiesPanel } from '../parties/parties-panel.tsx';
import type { ClientTabProps } from './tab-props.ts';

/** The client's related parties, and whose related party it is. */
export default function PeopleTab({ content, result }: ClientTabProps<'people'>) {
  return <PartiesPanel panel={content.parties} result={result?.panel === 'party' ? result : undefined} />;
}
