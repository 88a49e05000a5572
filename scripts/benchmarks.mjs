/** Each benchmark: its file, the parts of the product to build, and what it needs besides: a PostgreSQL server, real lists. */
export const benchmarks = {
  queries: { file: 'clients-queries', needsServer: true },
  pages: { file: 'pages', builds: ['assay', 'bare-remix'], beside: ['serve-remix-build'], needsServer: true },
  'client-page': { file: 'client-page', builds: ['assay'], needsServer: true },
  uploads: { file: 'uploads-and-lists', builds: ['assay'], needsServer: true },
  attacks: { file: 'attacks', builds: ['assay'] },
  start: { file: 'start-up', builds: ['assay'] },
  monitoring: { file: 'monitoring', needsServer: true },
  'risk-scoring': { file: 'risk-scoring' },
  'cdd-rules': { file: 'cdd-rules' },
  'template-impact': { file: 'template-impact' },
  ownership: { file: 'ownership' },
  screening: { file: 'screening', needsLists: true },
  'name-matching': { file: 'name-matching', needsLists: true },
  home: { file: 'home', builds: ['assay'], needsServer: true },
  'evidence-pack': { file: 'evidence-pack', builds: ['assay'], needsServer: true },
};
