import { endpoints } from '#contract/endpoints.ts';
import { makeDocs, writeDocs } from './kept-docs.ts';

/** Build step: the OpenAPI document and its page. */
await writeDocs(await makeDocs(endpoints));
