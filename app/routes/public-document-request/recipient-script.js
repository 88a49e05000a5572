/**
 * The script of the recipient's pages, which work without it. Written for old phones, from iOS 12 and Chrome 69 on: in ES2018, and sent as it is.
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
/** A button pressed meanwhile, such as "Save and continue" during an upload: it is pressed on the page that follows. */
let pressed = null;
/** File inputs changed meanwhile, which the page that follows takes over. */
let changed = [];
/** The button that was clicked last, for browsers whose submit event does not name it, such as Safari before 15.4. */
let clicked = null;
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

const isSame = (one, other) => one.name === other.name && one.value === other.value;
const isSubmitButton = ({ type }) => type === 'submit';

/** Does on the page that follows what was done during the upload; presses nothing if there is an error to read first. */
function catchUp({ form: { action } }) {
  for (const input of changed) {
    const unchanged = byId(input.id);
    if (unchanged) unchanged.replaceWith(input);
  }
  const button = pressed;
  pressed = null;
  const form = Array.from(document.forms).find((shown) => shown.action === action);
  if (!button || !form || document.querySelector('[role=alert]:not([hidden])')) return;
  // "Skip" is gone from the page once there is a file, and leads on all the same.
  submit(form, Array.from(form.elements).find((shown) => isSame(shown, button)) || button);
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
    else catchUp(job);
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
    if (!isSame(button, sending.button)) pressed = button;
    return;
  }
  pressed = null;
  changed = [];
  const body = new FormData(form);
  if (button.name) body.append(button.name, button.value);
  const isMultipart = form.enctype === 'multipart/form-data';
  const hasFiles = Array.from(body.values()).some((value) => value instanceof File && value.size > 0);
  setShown('unsent', false);
  const url = button.getAttribute('formaction') || form.action;
  send({ url, form, body: isMultipart ? body : new URLSearchParams(body), button, hasFiles });
}

// Keys click too: Enter or the space bar on a button, and Enter in a field the form's first button.
document.addEventListener('click', ({ target }) => {
  clicked = target.closest('button, input');
});

document.addEventListener('submit', (event) => {
  const form = event.target;
  const last = clicked && clicked.form === form && isSubmitButton(clicked) ? clicked : null;
  submit(form, event.submitter || last || Array.from(form.elements).find(isSubmitButton));
  // After all else: a browser that lacks something of it sends the form itself.
  event.preventDefault();
});

document.addEventListener('change', ({ target }) => {
  if (target.type !== 'file' || target.files.length === 0) return;
  const button = target.closest('section').querySelector('[data-upload]');
  if (!sending) {
    submit(target.form, button);
    return;
  }
  changed.push(target);
  pressed = pressed || button;
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
