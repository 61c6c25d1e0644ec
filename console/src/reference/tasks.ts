import type { ApiDocument, Listed } from './document.ts';

export type Task = { title: string; operations: Listed[] };

/** The tasks of the reference and the paths that serve them. An operation belongs to the first task that fits. */
const TASKS: readonly (readonly [title: string, path: RegExp])[] = [
  ['Upload images', /^\/v1\/(upload|image)\b/],
  ['Run workflows', /^\/v1\/workflow\/(execution\/create|estimate)/],
  ['Review results', /^\/v1\/qa\/|\/(approve|reject|redo|reviews|reject-codes)$|^\/v1\/batch\/\{id\}\/qa$/],
  ['Retry, cancel and give feedback', /\/execution\/(\{id\}\/(retry|cancel|feedback)$|bulk\/)/],
  ['Follow executions and get results', /\/workflow\/execution\b/],
  ['Work in batches', /^\/v1\/batch\b/],
  ['Build workflows', /^\/v1\/(workflow|component)\b/],
  ['Receive webhooks', /\/webhook-/],
  ['Read credits, usage and the queue', /\/(balance|credits|ledger|usage|queue)$/],
  ['Manage API keys', /\/keys\b/],
  ['Connect apps', /oauth|\/device/],
  ['Manage people', /\/(members|invitations?|password-reset)\b/],
  ['Manage the organization', /^\/v1\/organization\b/],
  ['Sign in and change the account', /^\/v1\/(session|account)\b/],
  ['Check the service', /^\/(v1\/health|openapi\.json)$/],
];

/** Returns all operations of the API by task, in the order of the tasks. */
export const tasksOf = ({ paths }: ApiDocument): Task[] => {
  const tasks = new Map<string, Listed[]>(TASKS.map(([title]) => [title, []]));
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const title = TASKS.find(([, fits]) => fits.test(path))?.[0] ?? 'Other calls';
      const listed = { method: method.toUpperCase(), path, operation };
      tasks.set(title, [...(tasks.get(title) ?? []), listed]);
    }
  return [...tasks]
    .filter(([, found]) => found.length > 0)
    .map(([title, operations]) => ({ title, operations }));
};

/** Keeps only the operations whose task, method, path or summary has all the words. */
export const tasksWith = (tasks: readonly Task[], text: string): Task[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return tasks
    .map(({ title, operations }) => ({
      title,
      operations: operations.filter(({ method, path, operation }) => {
        const searched = `${title} ${method} ${path} ${operation.summary ?? ''}`.toLowerCase();
        return words.every((word) => searched.includes(word));
      }),
    }))
    .filter(({ operations }) => operations.length > 0);
};

/** The fragment of an address that leads to a task. */
export const anchorOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
