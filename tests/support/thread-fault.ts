import { WebSocket } from 'undici';
import type { RunningProcess } from './processes.ts';

/** The environment of a process whose threads a test may reach into with `throwInThread`. */
export const reachable = { NODE_OPTIONS: '--inspect=127.0.0.1:0' } as const;

/**
 * Makes the worker thread of a process throw where nobody catches it, as a fault in its own code would. Goes through Node's
 * inspector, so that the product needs no way to be crashed.
 */
export async function throwInThread(server: RunningProcess, message: string): Promise<void> {
  const address = /Debugger listening on (ws:\S+)/.exec(server.output())?.[1];
  if (address === undefined) throw new Error('The process does not listen for an inspector.');
  const socket = new WebSocket(address);
  const send = (id: number, method: string, params: object) =>
    socket.send(JSON.stringify({ id, method, params }));
  try {
    await new Promise<void>((done, fail) => {
      socket.addEventListener('error', () => fail(new Error('The inspector did not answer.')));
      socket.addEventListener('open', () => send(1, 'NodeWorker.enable', { waitForDebuggerOnStart: false }));
      socket.addEventListener('message', ({ data }) => {
        const { method, params } = JSON.parse(String(data));
        if (method !== 'NodeWorker.attachedToWorker') return;
        const expression = `setImmediate(() => { throw new Error(${JSON.stringify(message)}); })`;
        const inThread = { id: 1, method: 'Runtime.evaluate', params: { expression } };
        send(2, 'NodeWorker.sendMessageToWorker', {
          sessionId: params.sessionId,
          message: JSON.stringify(inThread),
        });
        done();
      });
    });
    // Until the thread is gone the inspector must not be.
    await new Promise<void>((done) =>
      socket.addEventListener('message', ({ data }) => {
        if (JSON.parse(String(data)).method === 'NodeWorker.detachedFromWorker') done();
      }),
    );
  } finally {
    socket.close();
  }
}
