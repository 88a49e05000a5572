/** A line of a command's report: what it is doing, or how it ended. Sent as NDJSON between processes. */
export type ProgressLine = { say: string } | { ended: 'well' | 'badly'; say: string };

/** Splits a stream of NDJSON bytes into its lines as they arrive. */
export async function* readProgress(body: ReadableStream<Uint8Array>): AsyncGenerator<ProgressLine> {
  const decoder = new TextDecoder();
  let rest = '';
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield JSON.parse(line) as ProgressLine;
  }
}
