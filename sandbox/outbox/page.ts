import { Hono } from 'hono';
import { html } from 'hono/html';
import type { NodeEnv } from '../listen.ts';
import { sandboxPages } from '../page.ts';
import type { Outbox, SentMail } from './store.ts';
import { outboxStyles } from './styles.ts';

const shownAtOnce = 50;

const show = sandboxPages(outboxStyles);

/**
 * The page at `/sandbox/outbox`: mail that was not really sent, newest first, searched by recipient (`?to=`).
 * Server-rendered, without script; every value is escaped and only http(s) links can be followed.
 */
export function createOutboxPage(deps: { outbox: Outbox }): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();
  app.get('/sandbox/outbox', (c) => {
    const to = (c.req.query('to') ?? '').slice(0, 320);
    const found = deps.outbox.list({ to });
    return show(c, 'Outbox', mails(to, found));
  });
  return app;
}

function mails(to: string, found: SentMail[]) {
  const shown = found.slice(0, shownAtOnce);
  return html`<p class="lead">Nothing leaves this computer. Mail that would have been sent is kept here, newest first.</p>
<form method="get" action="/sandbox/outbox" role="search">
<label for="to">Recipient</label>
<div class="row">
<input id="to" name="to" type="search" value="${to}" maxlength="320" autocomplete="off" spellcheck="false">
<button type="submit">Find mail</button>
</div>
</form>
<p class="count" role="status">${countText(shown.length, found.length, to)}</p>
${shown.length === 0 ? emptyText(to) : html`<ol class="mails">${shown.map(mailItem)}</ol>`}`;
}

function countText(shown: number, found: number, to: string): string {
  const whose = to.trim() === '' ? '' : ` to “${to.trim()}”`;
  if (found === 0) return `No mail${whose}`;
  if (shown < found) return `${shown} shown, of ${found}${whose}`;
  return `${found} ${found === 1 ? 'message' : 'messages'}${whose}`;
}

function emptyText(to: string) {
  return to.trim() === ''
    ? html`<p class="empty">Ask for a code or a link in the application, then reload this page.</p>`
    : html`<p class="empty">Check the address, or <a href="/sandbox/outbox">show all mail</a>.</p>`;
}

function mailItem(mail: SentMail) {
  return html`<li><article>
<h2>${mail.subject}</h2>
<p class="meta"><span>To <strong>${mail.to}</strong></span> <span>${mail.kind}</span> <time datetime="${mail.sentAt}">${timeText(mail.sentAt)}</time></p>
${mail.code === undefined ? '' : html`<p class="code"><span>Code</span> <code>${mail.code}</code></p>`}
${mail.link === undefined ? '' : linkLine(mail.link)}
<details><summary>Whole message</summary><div class="text">${mail.text}</div></details>
</article></li>`;
}

function linkLine(link: string) {
  return isWebLink(link)
    ? html`<p class="link"><a href="${link}" rel="noreferrer">Open the link</a> <span>${link}</span></p>`
    : html`<p class="link"><span>${link}</span></p>`;
}

function isWebLink(link: string): boolean {
  return URL.canParse(link) && ['http:', 'https:'].includes(new URL(link).protocol);
}

/** UTC, said so: the server does not know the reader's zone and the page has no script. */
function timeText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}
