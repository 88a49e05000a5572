import { openRegistries, type Registries } from '#api/integrations/registries/registries.ts';
import { type Listening, listen } from '#sandbox/listen.ts';
import { createAbnApp } from '#sandbox/registries/abn-app.ts';
import { type Entity, registryEntities } from '#sandbox/registries/entities.ts';
import { createExtractApp } from '#sandbox/registries/extract-app.ts';
import { createNzbnApp, nzbnBasePath } from '#sandbox/registries/nzbn-app.ts';

const entities = registryEntities();

/** The mock registers over HTTP, with a switch that makes one of them unavailable. */
export interface TestRegistryServices {
  registries: Registries;
  /** A fictional business by its name. */
  entity(name: string): Entity;
  /** While true, no register can be reached. */
  setDown(isDown: boolean): void;
  /** Extracts ordered so far. */
  asked(): number;
  close(): Promise<void>;
}

/** Starts them on ports of their own. Close them after the tests. */
export async function startTestRegistryServices(now: () => Date): Promise<TestRegistryServices> {
  const register = { entities, limits: undefined, now };
  const servers: Listening[] = [];
  const serve = async (app: Parameters<typeof listen>[0]) => {
    const listening = await listen(app, '127.0.0.1', 0);
    servers.push(listening);
    return listening.url;
  };
  const real = openRegistries(
    {
      nzbn: { url: `${await serve(createNzbnApp({ ...register, apiKey: 'nz' }))}${nzbnBasePath}`, key: 'nz' },
      abn: { url: `${await serve(createAbnApp({ ...register, guid: 'au' }))}/json`, guid: 'au' },
      extracts: { url: `${await serve(createExtractApp({ ...register, apiKey: 'ex' }))}/v1`, key: 'ex' },
    },
    now,
  );
  // A port on which nothing listens, as of a register that is down.
  const nowhere = 'http://127.0.0.1:9';
  const down = openRegistries(
    {
      nzbn: { url: nowhere, key: 'nz' },
      abn: { url: nowhere, guid: 'au' },
      extracts: { url: nowhere, key: 'ex' },
    },
    now,
  );
  let isDown = false;
  let count = 0;
  const switched = <Id extends keyof Registries>(id: Id): Registries[Id] => ({
    ...real[id],
    extract(number) {
      count += 1;
      return (isDown ? down : real)[id].extract(number);
    },
    ...(real[id].search
      ? {
          search: async (name: string, page?: number) =>
            (isDown ? down : real)[id].search?.(name, page) as never,
        }
      : {}),
  });
  return {
    registries: { nzbn: switched('nzbn'), abr: switched('abr'), asic: switched('asic') },
    entity(name) {
      const found = entities.all.find((item) => item.name === name);
      if (found === undefined) throw new Error(`No invented business is called ${name}.`);
      return found;
    },
    setDown(value) {
      isDown = value;
    },
    asked: () => count,
    async close() {
      await Promise.all(servers.map(({ close }) => close()));
    },
  };
}
