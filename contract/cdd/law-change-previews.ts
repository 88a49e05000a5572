import { z } from 'zod';
import { companyProfileInput } from '#contract/company/company-settings.ts';
import { endpoint } from '#contract/endpoint.ts';
import { recordId } from '#contract/fields.ts';
import { saveCountryList } from './cdd.ts';
import { affectedClient } from './law-changes.ts';

/** Clients whose level of CDD, or its reasons, a change would alter: those of one call. */
const preview = z.object({
  /** False if the rules read nothing of what the form changes. No client is checked then. */
  changesRules: z.boolean(),
  clients: z.array(affectedClient),
  clientsChecked: z.number().int().min(0),
  /** For the next call; null if no client is left. */
  nextAfter: recordId.nullable(),
});

/** `after`: the last client of the call before. */
const query = z.object({ after: recordId.optional() });

export const previewCountryList = endpoint({
  id: 'countryLists.preview',
  uses: 'comparison',
  method: 'POST',
  path: '/country-lists/:key/preview',
  summary: 'Preview the clients affected by saving a country list, 500 clients per call; saves nothing',
  caller: 'member',
  permission: 'templates.write',
  params: saveCountryList.params,
  query,
  body: saveCountryList.body,
  response: preview,
  status: 200,
});

export const previewCompanyChange = endpoint({
  id: 'company.preview',
  uses: 'comparison',
  method: 'POST',
  path: '/company/preview',
  summary:
    'Preview the clients affected by saving the company’s details, 500 clients per call; saves nothing',
  caller: 'member',
  permission: 'company.write',
  query,
  body: companyProfileInput,
  response: preview,
  status: 200,
});
