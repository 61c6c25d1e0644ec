/** The text in the forms of a page when the session ended, for the same page after signing in again. */
type Kept = { user: string; path: string; fields: Record<string, string> };

const STORED = 'darkroom-kept-fields';
const FIELDS =
  'form :is(input:not([type=password], [type=file], [type=hidden], [type=search]), textarea, select)';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isTick = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

/** The fields of all forms by their label, and by their number where several have the same label. */
const fieldsOf = (root: ParentNode): Map<string, Field> => {
  const found = new Map<string, Field>();
  for (const field of root.querySelectorAll<Field>(FIELDS)) {
    const label = field.labels?.[0]?.textContent ?? field.ariaLabel ?? field.name;
    let number = 1;
    while (found.has(`${label} ${number}`)) number += 1;
    found.set(`${label} ${number}`, field);
  }
  return found;
};

const shownIn = (field: Field): string => (isTick(field) ? `${field.checked}` : field.value);

/** Remembers what is in the forms of the page. To be called before the page is left because its session has ended. */
export const keepFields = (user: string): void => {
  const fields = Object.fromEntries([...fieldsOf(document)].map(([name, field]) => [name, shownIn(field)]));
  const typed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  const kept: Kept = { user, path: window.location.pathname, fields: typed };
  if (Object.keys(typed).length > 0) sessionStorage.setItem(STORED, JSON.stringify(kept));
};

/**
 * Sets a value as if it were typed: React notices the change only if the element's own setter is called and an event
 * follows.
 */
const type = (field: Field, value: string): void => {
  if (isTick(field)) {
    if (`${field.checked}` !== value) field.click();
    return;
  }
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  setter?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
};

/**
 * Puts back what was typed, each field once, as soon as it is in the document: some are in dialogs that are opened later.
 * Ends when another page is opened, or when someone else has signed in. Returns a function that ends it at once.
 */
export const restoreFields = (person: string): (() => void) => {
  const stored = sessionStorage.getItem(STORED);
  if (!stored) return () => {};
  const { user, path, fields } = JSON.parse(stored) as Kept;
  const left = new Map(Object.entries(fields));
  const restore = () => {
    if (user !== person || window.location.pathname !== path || left.size === 0) return end();
    for (const [name, field] of fieldsOf(document)) {
      const value = left.get(name);
      if (value === undefined) continue;
      left.delete(name);
      if (shownIn(field) !== value) type(field, value);
    }
  };
  const watcher = new MutationObserver(restore);
  const end = () => {
    watcher.disconnect();
    sessionStorage.removeItem(STORED);
  };
  watcher.observe(document.body, { childList: true, subtree: true });
  restore();
  return () => watcher.disconnect();
};
