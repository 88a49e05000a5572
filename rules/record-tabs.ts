/** The tabs of a record's page, and what is found in each. */
export interface RecordTabs<Tab extends string, Section extends string, Ids = string> {
  /** In their order; the first needs no query. */
  tabs: readonly Tab[];
  /** Sections of the page by their element id, each with its tab. */
  sections: Readonly<Record<Section, Tab>>;
  /** The tab that a URL shows: its `tab`, else that of what it opens, else the first. */
  getTab: (query: Pick<URLSearchParams, 'get' | 'has'>) => Tab;
  /** Returns true if a URL's fragment names a section. */
  isSection: (id: string) => id is Section;
  /** URL of a tab of the record; `query`: of what it opens there. */
  tabUrl: (record: Ids, tab: Tab, query?: Readonly<Record<string, string>>) => string;
  /** URL of a section of the record's page. */
  sectionUrl: (record: Ids, section: Section) => string;
}

/**
 * Describes the tabs of a record's page. `url`: of its first tab, from the id of the record, or the ids in its path. `parameters`: query
 * parameters that open a form or a further page of a section, each with its tab; a URL with one of them needs no `tab`.
 */
export function describeTabs<Tab extends string, Section extends string, Ids = string>({
  url,
  tabs,
  sections,
  parameters,
}: {
  url: (record: Ids) => string;
  tabs: readonly [Tab, ...Tab[]];
  sections: Readonly<Record<Section, Tab>>;
  parameters: Readonly<Record<string, Tab>>;
}): RecordTabs<Tab, Section, Ids> {
  const tabUrl = (record: Ids, tab: Tab, query: Readonly<Record<string, string>> = {}) => {
    const search = new URLSearchParams({ ...(tab === tabs[0] ? {} : { tab }), ...query }).toString();
    return `${url(record)}${search === '' ? '' : `?${search}`}`;
  };
  return {
    tabs,
    sections,
    tabUrl,
    sectionUrl: (record, section) => `${tabUrl(record, sections[section])}#${section}`,
    isSection: (id): id is Section => Object.hasOwn(sections, id),
    getTab: (query) => {
      const asked = query.get('tab');
      const tab = tabs.find((known) => known === asked);
      if (tab !== undefined) return tab;
      const opened = Object.keys(parameters).find((parameter) => query.has(parameter));
      return (opened === undefined ? undefined : parameters[opened]) ?? tabs[0];
    },
  };
}
