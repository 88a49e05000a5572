import { expect, it } from 'vitest';
import { readEndpoint } from '#contract/business-verifications/options.ts';
import { isEndpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { openApiDocument } from '#contract/openapi.ts';
import { contractExports } from './contract-exports.ts';

const twice = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);

it('every endpoint that a module of the contract exports is listed once', async () => {
  const exported = (await contractExports()).filter(isEndpoint);
  expect(exported.map(({ id }) => id).sort()).toEqual(endpoints.map(({ id }) => id).sort());
  expect(new Set(exported)).toEqual(new Set(endpoints));
  expect(twice(endpoints.map(({ id }) => id))).toEqual([]);
  expect(twice(endpoints.map(({ method, path }) => `${method} ${path}`))).toEqual([]);
});

it('what endpoints share is no endpoint', () => {
  const [first] = endpoints;
  expect([first, readEndpoint, first?.response, null, 'clients.read'].map(isEndpoint)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

it('the OpenAPI document does not depend on the order of endpoints', () => {
  const document = JSON.stringify(openApiDocument(endpoints));
  expect(JSON.stringify(openApiDocument(endpoints.toReversed())) === document).toBe(true);
});
