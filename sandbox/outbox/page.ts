import { Hono } from 'hono';
import { html } from 'hono/html';
import type { NodeEnv } from '../listen.ts';
import { sandboxPages } from '../page.ts';
import type { Outbox, SentEmail } from './store.ts';
import { outboxStyles } from './styles.ts';

const visibleAtOnce = 50;

const show = sandboxPages(outboxStyles);

/**
 * The page at `/sandbox/outbox`: unsent email, newest first, searchable by recipient (`?to=`). Server-rendered, without
 * script; every value is escaped and only http(s) links are rendered as links.
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

function mails(to: string, found: SentEmail[]) {
  const pageEmails = found.slice(0, visibleAtOnce);
  return html`<p class="lead">No email leaves this computer. Emails are listed here, newest first.</p>
<form method="get" action="/sandbox/outbox" role="search">
<label for="to">Recipient</label>
<div class="row">
<input id="to" name="to" type="search" value="${to}" maxlength="320" autocomplete="off" spellcheck="false">
<button type="submit">Find emails</button>
</div>
</form>
<p class="count" role="status">${formatCount(pageEmails.length, found.length, to)}</p>
${pageEmails.length === 0 ? emptyText(to) : html`<ol class="emails">${pageEmails.map(emailItem)}</ol>`}`;
}

function formatCount(visibleCount: number, found: number, to: string): string {
  const whose = to.trim() === '' ? '' : ` to “${to.trim()}”`;
  if (found === 0) return `No emails${whose}`;
  if (visibleCount < found) return `${visibleCount} shown, of ${found}${whose}`;
  return `${found} ${found === 1 ? 'email' : 'emails'}${whose}`;
}

function emptyText(to: string) {
  return to.trim() === ''
    ? html`<p class="empty">Request a code or a link in the application, then reload this page.</p>`
    : html`<p class="empty">Check the address, or <a href="/sandbox/outbox">show all emails</a>.</p>`;
}

function emailItem(mail: SentEmail) {
  return html`<li><article>
<h2>${mail.subject}</h2>
<p class="meta"><span>To <strong>${mail.to}</strong></span> <span>${mail.kind}</span> <time datetime="${mail.sentAt}">${formatTime(mail.sentAt)}</time></p>
${mail.code === undefined ? '' : html`<p class="code"><span>Code</span> <code>${mail.code}</code></p>`}
${mail.link === undefined ? '' : linkLine(mail.link)}
<details><summary>Full message</summary><div class="text">${mail.text}</div></details>
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

/** In UTC, with the zone shown: the server does not know the reader's time zone, and the page has no script. */
function formatTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}
