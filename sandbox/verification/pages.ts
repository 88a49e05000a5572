import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html, raw } from 'hono/html';
import type { NodeEnv } from '../listen.ts';
import { sandboxPages } from '../page.ts';
import type { Capture, CaptureBook, CaptureEnding } from './captures.ts';
import { outcomeByDigit, outcomeByFamilyName, outcomeMeanings } from './outcomes.ts';
import { verificationStyles } from './styles.ts';

const visibleAtOnce = 30;
const show = sandboxPages(verificationStyles);

const endings: readonly { value: CaptureEnding; label: string }[] = [
  { value: 'match', label: 'My face and my passport, both clear' },
  { value: 'faceDiffers', label: 'Face mismatch' },
  { value: 'notLive', label: 'Spoof (photo of a face)' },
  { value: 'unreadable', label: 'A blurred passport' },
  { value: 'declined', label: 'I do not agree to this' },
];

const verificationStatusLabels: Record<Capture['status'], string> = {
  PENDING: 'Waiting for the person',
  OPENED: 'Started on the phone',
  COMPLETED: 'Completed',
  EXPIRED: 'Link expired',
  CANCELLED: 'Cancelled',
};

/** Path of the page that replaces the vendor's capture page on the person's phone. */
export function capturePath(token: string): string {
  return `/sandbox/verification/capture/${token}`;
}

/**
 * Pages of the sandbox verification gateway: `/sandbox/verification` documents which inputs lead to which result and
 * lists the captures; `/sandbox/verification/capture/{token}` is the phone’s page. Works without script; the capture is
 * opened by a POST, because email scanners follow links.
 */
export function createVerificationPages(deps: {
  captures: CaptureBook;
  wakeCallbacks: () => void;
}): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();
  app.use('/sandbox/verification/*', bodyLimit({ maxSize: 4_096 }));

  app.get('/sandbox/verification', (c) => show(c, 'Document checks', overview(deps.captures.all())));

  app.get('/sandbox/verification/capture/:token', (c) => {
    const capture = deps.captures.byToken(c.req.param('token'));
    if (!capture) return unknownLink(c);
    return phone(c, capture);
  });

  app.post('/sandbox/verification/capture/:token', async (c) => {
    const capture = deps.captures.byToken(c.req.param('token'));
    if (!capture) return unknownLink(c);
    if (capture.status !== 'PENDING' && capture.status !== 'OPENED') return phone(c, capture);
    const form = await c.req.formData();
    if (form.get('intent') === 'start') return phone(c, deps.captures.open(capture));
    const ending = endings.find(({ value }) => value === form.get('ending'))?.value;
    if (ending === undefined) return phone(c, capture, 'Choose a test outcome.');
    const done = deps.captures.complete(capture, ending, form.get('twice') === 'on' ? 2 : 1);
    deps.wakeCallbacks();
    return phone(c, done);
  });

  return app;
}

function unknownLink(c: Context<NodeEnv>) {
  return show(c, 'This link is not known', html`<p>Ask the business that sent it for a new one.</p>`, {
    status: 404,
    className: 'phone',
  });
}

/** The phone's page for the capture's status. */
function phone(c: Context<NodeEnv>, capture: Capture, problem?: string) {
  switch (capture.status) {
    case 'PENDING':
      return show(
        c,
        'Verify your identity',
        html`<p>${capture.givenName} ${capture.familyName}, your identity needs to be verified. You need your passport or licence, and a minute.</p>
<p>A photo of your document and a short film of your face are compared. Photos are deleted when the business requests it, seven days after its decision.</p>
<form method="post"><input type="hidden" name="intent" value="start"><button>I consent – start</button></form>`,
        { className: 'phone' },
      );
    case 'OPENED':
      return cameraPage(c, problem);
    case 'COMPLETED':
      return show(
        c,
        'Thank you',
        html`<p>That is all. You can close this page; the business sees the result now.</p>`,
        { className: 'phone' },
      );
    case 'EXPIRED':
    case 'CANCELLED':
      return show(c, 'Link expired', html`<p>Ask the business that sent it for a new one.</p>`, {
        status: 410,
        className: 'phone',
      });
  }
}

/** Replaces the camera: the person selects the result. */
function cameraPage(c: Context<NodeEnv>, problem: string | undefined) {
  return show(
    c,
    'Hold the phone at eye level',
    html`${problem === undefined ? '' : html`<p class="problem" role="alert" id="problem">${problem}</p>`}
<p class="note">This page simulates the camera. Select what it sees.</p>
<form method="post"><input type="hidden" name="intent" value="finish">
<fieldset ${problem === undefined ? '' : raw('aria-describedby="problem"')}><legend>Test outcome</legend>
${endings.map(({ value, label }) => html`<label><input type="radio" name="ending" value="${value}" required>${label}</label>`)}
</fieldset>
<fieldset><legend>Callback</legend>
<label><input type="checkbox" name="twice">The result is sent twice</label>
</fieldset>
<button>Finish</button></form>`,
    { status: problem === undefined ? 200 : 422, className: 'phone' },
  );
}

function overview(captures: Capture[]) {
  const visibleCaptures = captures.slice(0, visibleAtOnce);
  return html`<p class="lead">Nothing leaves this computer. The number or name you enter decides the issuer’s result. Any other value matches.</p>
<h2>By the document’s number</h2>
<div class="scroll" role="region" tabindex="0" aria-label="Results by number"><table>
<caption>One digit six times in a row, anywhere in the number</caption>
<thead><tr><th scope="col">Digit</th><th scope="col">Result</th><th scope="col">NZ licence</th><th scope="col">NZ passport</th><th scope="col">AU passport</th><th scope="col">Medicare</th></tr></thead>
<tbody>${Object.entries(outcomeByDigit).map(
    ([digit, outcome]) =>
      html`<tr><th scope="row">${digit}</th><td>${outcomeMeanings[outcome]}</td><td><code>AA${digit.repeat(6)}</code></td><td><code>LA${digit.repeat(6)}</code></td><td><code>PA${digit.repeat(7)}</code></td><td><code>${medicareExamples[digit]}</code></td></tr>`,
  )}</tbody>
</table></div>
<h2>By the family name</h2>
<div class="scroll" role="region" tabindex="0" aria-label="Results by family name"><table>
<caption>For registers and bureaus that are queried without a number</caption>
<thead><tr><th scope="col">Family name</th><th scope="col">Result</th></tr></thead>
<tbody>${Object.entries(outcomeByFamilyName).map(
    ([name, outcome]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${outcomeMeanings[outcome]}</td></tr>`,
  )}</tbody>
</table></div>
<h2>Checks on the phone</h2>
${
  visibleCaptures.length === 0
    ? html`<p>None yet. Start a remote verification in the application, then reload this page.</p>`
    : html`<div class="scroll" role="region" tabindex="0" aria-label="Checks on the phone"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Status</th><th scope="col">Started</th></tr></thead>
<tbody>${visibleCaptures.map(
        (capture) =>
          html`<tr><td><a href="${capturePath(capture.token)}">${capture.givenName} ${capture.familyName}</a></td><td>${verificationStatusLabels[capture.status]}</td><td>${capture.createdAt.slice(0, 10)} ${capture.createdAt.slice(11, 16)} UTC</td></tr>`,
      )}</tbody>
</table></div>`
}`;
}

/** Numbers with a valid check digit that repeat the digit six times. */
const medicareExamples: Readonly<Record<string, string>> = {
  '1': '2111111111',
  '2': '2222222201',
  '3': '3333333301',
  '4': '4444444401',
  '5': '5555555501',
  '6': '6666666601',
};
