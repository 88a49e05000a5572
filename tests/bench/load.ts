import { Agent, request } from 'node:http';

function once(url: URL, agent: Agent, headers: Record<string, string>): Promise<void> {
  return new Promise((done, fail) => {
    const sent = request(url, { agent, headers }, (response) => {
      response.resume();
      response.once('error', fail);
      response.once('end', () =>
        response.statusCode === 200
          ? done()
          : fail(new Error(`${url.pathname} answered ${response.statusCode}`)),
      );
    });
    sent.once('error', fail);
    sent.end();
  });
}

/**
 * Requests one page over eight connections for `seconds`.
 * @returns requests per second
 * @throws if a response is not 200, because an error is fast
 */
export async function requestsPerSecond(url: string, seconds: number, headers: Record<string, string> = {}) {
  const target = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const started = performance.now();
  const until = started + seconds * 1000;
  let answered = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (performance.now() < until) {
        await once(target, agent, headers);
        answered += 1;
      }
    }),
  );
  const took = (performance.now() - started) / 1000;
  agent.destroy();
  return answered / took;
}

/** The middle value; of an even count the upper of the two. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
