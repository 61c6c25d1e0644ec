import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROUTES = join(import.meta.dirname, '../../src/routes');
const PARENT = /getParentRoute: \(\) => (\w+),\s*path: '([^']+)'|inOrganization\('([^']+)'\)/g;

/**
 * The paths of the pages in the source of a route file. The path of a page in an area begins with the path of the
 * area.
 */
const pathsIn = (source: string): string[] => {
  const areas = new Map(
    [
      ...source.matchAll(/const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => \w+,\s*path: '([^']+)'/g),
    ].map(([, name = '', path = '']) => [name, path]),
  );
  return [...source.matchAll(PARENT)].map(([, parent = '', path = '', inOrganization]) => {
    const full = inOrganization ? `/organization${inOrganization}` : `${areas.get(parent) ?? ''}${path}`;
    return full.length > 1 ? full.replace(/\/$/, '') : full;
  });
};

/** The paths of all pages of the console, such as `/batches/$id`, as its routes declare them. */
export const pagePaths = (): string[] =>
  globSync('*.ts', { cwd: ROUTES }).flatMap((file) => pathsIn(readFileSync(join(ROUTES, file), 'utf8')));
