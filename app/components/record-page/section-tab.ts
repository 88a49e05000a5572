import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import type { RecordTabs } from '#rules/record-tabs.ts';

/** A link to a section of another tab, such as an older one without `tab`, opens that tab. `record`: its id, or the ids in its path. */
export function useSectionTab<Tab extends string, Section extends string, Ids>(
  { isSection, sections, sectionUrl }: RecordTabs<Tab, Section, Ids>,
  record: Ids,
  tab: Tab,
): void {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const section = hash.slice(1);
  const isElsewhere = search === '' && isSection(section) && sections[section] !== tab;
  const url = isElsewhere ? sectionUrl(record, section) : null;
  useEffect(() => {
    if (url !== null) navigate(url, { replace: true });
  }, [url, navigate]);
}
