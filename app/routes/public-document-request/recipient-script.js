/**
 * The script of the recipient's pages, which work without it. Written for old phones, and sent as it is.
 *
 * It uploads files as soon as they are chosen, shows how far an upload is, sends again once a lost connection is back, and puts the
 * page of the response in place of the one that was sent.
 */
const byId = (id) => document.getElementById(id);
const setShown = (id, isShown) => {
  const part = byId(id);
  if (part) part.hidden = !isShown;
};

/** The form under way. */
let sending = null;
/** Value of a button pressed meanwhile, such as "Save and continue" during an upload: it is pressed on the page that follows. */
let pressed = null;
let retryTimer = 0;
const retryMs = 5000;

function showProgress(share) {
  const bar = document.querySelector('#sending progress');
  // Nothing more to say once everything is sent: the server reads the files.
  if (share < 1) bar.value = share;
  else bar.removeAttribute('value');
}

function setBusy({ button, hasFiles }, isBusy) {
  setShown('sending', isBusy && hasFiles);
  setShown('leaving', isBusy && !hasFiles);
  const label = button.dataset.busy;
  if (label && isBusy) {
    button.dataset.label = button.textContent;
    button.textContent = label;
  } else if (button.dataset.label) {
    button.textContent = button.dataset.label;
  }
  button.toggleAttribute('aria-busy', isBusy);
}

/** Puts the page of a response in place of this one. */
function showPage(html, url) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const main = page.getElementById('main');
  if (!main) return false;
  byId('main').replaceWith(main);
  document.title = page.title;
  if (url !== location.href.split('#')[0]) history.pushState(null, '', url);
  scrollTo(0, 0);
  begin();
  return true;
}

/** Presses the button that was pressed during the upload, unless there is an error to read first. */
function pressAgain() {
  const value = pressed;
  pressed = null;
  const button = document.querySelector(`button[name=intent][value="${value}"]`);
  if (button && !document.querySelector('[role=alert]:not([hidden])')) submit(button.form, button);
}

function showUnsent(when) {
  const box = byId('unsent');
  for (const text of box.querySelectorAll('[data-when]')) text.hidden = text.dataset.when !== when;
  box.hidden = false;
  // At the top, where the page is read first.
  byId('top').append(box);
  box.focus();
  box.scrollIntoView({ block: 'center' });
}

function send(job) {
  clearTimeout(retryTimer);
  sending = job;
  setBusy(job, true);
  showProgress(0);
  const request = new XMLHttpRequest();
  request.open('POST', job.url);
  request.upload.onprogress = ({ loaded, total }) => showProgress(loaded / total);
  request.onload = () => {
    sending = null;
    setBusy(job, false);
    if (request.status >= 500 || !showPage(request.responseText, request.responseURL)) showUnsent('failed');
    else if (pressed !== null) pressAgain();
  };
  request.onerror = () => {
    setBusy(job, false);
    if (byId('unsent').hidden) showUnsent('offline');
    retryTimer = setTimeout(() => send(job), retryMs);
  };
  request.send(job.body);
}

/** @param button the pressed button, whose name and value are part of the form */
function submit(form, button) {
  if (sending) {
    pressed = button.value;
    return;
  }
  pressed = null;
  const body = new FormData(form);
  body.append(button.name, button.value);
  const isMultipart = form.enctype === 'multipart/form-data';
  const hasFiles = Array.from(body.values()).some((value) => value instanceof File && value.size > 0);
  setShown('unsent', false);
  send({ url: form.action, body: isMultipart ? body : new URLSearchParams(body), button, hasFiles });
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  event.preventDefault();
  submit(form, event.submitter || form.querySelector('button[name=intent]'));
});

document.addEventListener('change', ({ target }) => {
  const button = document.querySelector('[data-upload]');
  if (target.type === 'file' && target.files.length > 0 && button) submit(target.form, button);
});

addEventListener('online', () => {
  if (sending) send(sending);
});
// Back and forward are between pages of the server, which may have changed.
addEventListener('popstate', () => location.reload());
addEventListener('beforeunload', () => setShown('leaving', true));
addEventListener('pageshow', () => setShown('leaving', false));

/** Prepares a page that has just been shown. */
function begin() {
  for (const button of document.querySelectorAll('[data-upload]')) button.hidden = true;
  const first = document.querySelector('[data-focus], [role=alert]:not([hidden])');
  if (first) first.focus();
}

begin();
