import { type PageQuery, pageUrl } from '#rules/pages/page-url.ts';

/** The tabs of a record's page, and what is found in each. */
export interface RecordTabs<Tab extends string, Section extends string, Ids = string> {
  /** In their order; the first has the URL of the record itself. */
  tabs: readonly Tab[];
  /** Sections of the page by their element id, each with its tab. */
  sections: Readonly<Record<Section, Tab>>;
  /** The tab that a query names: its `tab`, else that of what it opens, else the first. */
  getTab: (query: Pick<URLSearchParams, 'get' | 'has'>) => Tab;
  /** Returns true if a URL's fragment names a section. */
  isSection: (id: string) => id is Section;
  /** URL of a tab of the record; `query`: of what it opens there. */
  tabUrl: (record: Ids, tab: Tab, query?: PageQuery) => string;
  /** URL of a section of the record's page; `query`: of what it opens there. */
  sectionUrl: (record: Ids, section: Section, query?: PageQuery) => string;
}

/**
 * Describes the tabs of a record's page. `url`: of its first tab, from the id of the record, or the ids in its path. `areRoutes`: each
 * other tab is the last part of its path, otherwise `tab` of its query. `parameters`: query parameters that open a form or a further page
 * of a section, each with its tab.
 */
export function describeTabs<Tab extends string, Section extends string, Ids = string>({
  url,
  areRoutes = false,
  tabs,
  sections,
  parameters,
}: {
  url: (record: Ids) => string;
  areRoutes?: boolean;
  tabs: readonly [Tab, ...Tab[]];
  sections: Readonly<Record<Section, Tab>>;
  parameters: Readonly<Record<string, Tab>>;
}): RecordTabs<Tab, Section, Ids> {
  const getUrl = (record: Ids, tab: Tab, query: PageQuery = {}, section?: Section) => {
    if (tab === tabs[0]) return pageUrl(url(record), query, section);
    return areRoutes
      ? pageUrl(`${url(record)}/${tab}`, query, section)
      : pageUrl(url(record), { tab, ...query }, section);
  };
  return {
    tabs,
    sections,
    tabUrl: (record, tab, query) => getUrl(record, tab, query),
    sectionUrl: (record, section, query) => getUrl(record, sections[section], query, section),
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
