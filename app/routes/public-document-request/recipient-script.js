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
/** The page is left without a question: the browser sends a form itself, or Back has led to another page already. */
let isLeft = false;
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

/** Fields that a person types in or chooses from. Files are uploaded as soon as they are chosen. */
const isTypedIn = ({ name, type }) => name && !/^(hidden|submit|button|file|password)$/.test(type);
const isTick = ({ type }) => type === 'checkbox' || type === 'radio';

function isChanged(field) {
  if (isTick(field)) return field.checked !== field.defaultChecked;
  if (!field.options) return field.value !== field.defaultValue;
  const options = Array.from(field.options);
  return options[field.selectedIndex] !== (options.find((option) => option.defaultSelected) || options[0]);
}

/** Fields that were changed since the server sent their page, or that it refused. */
const unsentFields = () =>
  Array.from(document.querySelectorAll('main input, main textarea, main select')).filter(
    (field) => isTypedIn(field) && (isChanged(field) || field.getAttribute('aria-invalid') === 'true'),
  );

/** What was typed on the pages of this tab and not sent, by address; until the tab is closed. */
const unsentKey = 'assay-unsent';
/** The page that is shown: its address until the address of Back is the location. */
let shownAt = location.href;

function readUnsent() {
  try {
    return JSON.parse(sessionStorage.getItem(unsentKey)) || {};
  } catch (_) {
    return {};
  }
}

/** As browsers do with the text of forms, nothing of fields without autocompletion, such as numbers of documents. */
function storeUnsent(fields) {
  const pages = readUnsent();
  const stored = fields.filter((field) => field.autocomplete !== 'off');
  if (stored.length === 0) delete pages[shownAt];
  else pages[shownAt] = stored.map(({ name, value, checked }) => [name, value, checked]);
  try {
    sessionStorage.setItem(unsentKey, JSON.stringify(pages));
  } catch (_) {
    // The browser stores nothing for this site.
  }
}

/** Fills a page in again that Back, Forward or Reload has opened. */
function fillInAgain() {
  const isReopened = performance.navigation.type !== performance.navigation.TYPE_NAVIGATE;
  for (const [name, value, checked] of isReopened ? readUnsent()[shownAt] || [] : []) {
    for (const field of document.getElementsByName(name)) {
      if (!isTypedIn(field)) continue;
      if (!isTick(field)) field.value = value;
      else if (field.value === value) field.checked = checked;
    }
  }
}

/** Puts the page of a response in place of this one. */
function showPage(html, url) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const main = page.getElementById('main');
  if (!main) return false;
  byId('main').replaceWith(main);
  document.title = page.title;
  if (url !== location.href.split('#')[0]) history.pushState(null, '', url);
  storeUnsent([]);
  shownAt = location.href;
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
  isLeft = true;
  submit(form, event.submitter || last || Array.from(form.elements).find(isSubmitButton));
  // After all else: a browser that lacks something of it sends the form itself.
  event.preventDefault();
  isLeft = false;
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
addEventListener('popstate', () => {
  isLeft = true;
  location.reload();
});
addEventListener('beforeunload', (event) => {
  if (isLeft || unsentFields().length === 0) {
    setShown('leaving', true);
    return;
  }
  event.preventDefault();
  // Older browsers ask only if it is set.
  event.returnValue = '';
});
addEventListener('pagehide', () => storeUnsent(unsentFields()));
addEventListener('pageshow', () => {
  isLeft = false;
  setShown('leaving', false);
});

/** Prepares a page that has just been shown. */
function begin() {
  for (const button of document.querySelectorAll('[data-upload]')) button.hidden = true;
  const first = document.querySelector('[data-focus], [role=alert]:not([hidden])');
  if (first) first.focus();
}

begin();
fillInAgain();
