import { WebSocket } from 'undici';
import type { RunningProcess } from './processes.ts';

/** The environment of a process in whose threads a test may throw with `throwInThread`. */
export const reachable = { NODE_OPTIONS: '--inspect=127.0.0.1:0' } as const;

type InspectorEvent = {
  method?: string;
  params?: { sessionId: string; waitingForDebugger: boolean; message?: string };
};

async function openInspector(server: RunningProcess): Promise<WebSocket> {
  const address = /Debugger listening on (ws:\S+)/.exec(server.output())?.[1];
  if (address === undefined) throw new Error('The process does not listen for an inspector.');
  const socket = new WebSocket(address);
  await new Promise<void>((done, fail) => {
    socket.addEventListener('error', () => fail(new Error('The inspector did not answer.')));
    socket.addEventListener('open', () => done());
  });
  return socket;
}

/**
 * Makes the worker thread of a process throw an uncaught error, as a bug in its own code would, and waits until the thread has ended. Uses
 * Node's inspector, so that the product needs no hook for crashing. The replacement thread waits until the returned function is called, so
 * that a test can observe the time in between.
 */
export async function throwInThread(server: RunningProcess, message: string): Promise<() => Promise<void>> {
  const socket = await openInspector(server);
  let sent = 0;
  const send = (method: string, params: object) => {
    sent += 1;
    socket.send(JSON.stringify({ id: sent, method, params }));
  };
  const sendToThread = (sessionId: string, method: string, params: object) =>
    send('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id: 1, method, params }) });
  const event = (method: string, wanted: (params: InspectorEvent['params']) => boolean = () => true) =>
    new Promise<{ sessionId: string }>((done) => {
      socket.addEventListener('message', ({ data }) => {
        const { method: name, params } = JSON.parse(String(data)) as InspectorEvent;
        if (name === method && params && wanted(params)) done(params);
      });
    });

  const attached = event('NodeWorker.attachedToWorker');
  send('NodeWorker.enable', { waitForDebuggerOnStart: true });
  const { sessionId } = await attached;
  const detached = event('NodeWorker.detachedFromWorker', (params) => params?.sessionId === sessionId);
  const replaced = event('NodeWorker.attachedToWorker', (params) => params?.waitingForDebugger === true);
  sendToThread(sessionId, 'Runtime.evaluate', {
    expression: `setImmediate(() => { throw new Error(${JSON.stringify(message)}); })`,
  });
  await detached;

  return async () => {
    const next = await replaced;
    const begun = event(
      'NodeWorker.receivedMessageFromWorker',
      (params) => params?.sessionId === next.sessionId,
    );
    sendToThread(next.sessionId, 'Runtime.runIfWaitingForDebugger', {});
    await begun;
    socket.close();
  };
}
