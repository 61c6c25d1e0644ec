/** Returns the path to open after signing in: a path of the console, or Home. It never leads to another site. */
export const nextPath = (next: unknown): string => {
  if (typeof next !== 'string' || !next.startsWith('/')) return '/';
  const inside = new URL(next, 'http://console.invalid');
  return inside.host === 'console.invalid' && !/^[/\\]{2}/.test(next) ? inside.pathname + inside.search : '/';
};
