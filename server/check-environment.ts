import { appEnvProblems } from '#app/env.server.ts';

/** Reports all missing variables of the API and the pages in one message. */
export async function checkEnvironment(variables: NodeJS.ProcessEnv): Promise<void> {
  const [{ envProblems }, { environmentError }] = await Promise.all([
    import('#api/env/read-env.ts'),
    import('#api/env/variable-problems.ts'),
  ]);
  const forApi = envProblems(variables);
  const known = new Set(forApi.map(({ name }) => name));
  // The pages get the API's URL once it has started.
  const forPages = appEnvProblems({ MAIN_API_URL: 'http://127.0.0.1', ...variables });
  const problems = [...forApi, ...forPages.filter(({ name }) => !known.has(name))];
  if (problems.length > 0) throw environmentError(problems);
}
