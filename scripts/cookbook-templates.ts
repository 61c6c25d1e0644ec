import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const COOKBOOK = join(import.meta.dirname, '../docs/cookbook');

const SECTION = /^## (?<title>.+)\n\n(?<text>[^[]+)\[(?<key>[\w-]+)\.json\]/gm;

/** The templates that the console offers: the recipes of the cookbook, each with its title and text. */
export const cookbookTemplates = async (): Promise<string> => {
  const page = await readFile(`${COOKBOOK}.md`, 'utf8');
  const templates = await Promise.all(
    [...page.matchAll(SECTION)].map(async ({ groups }) => {
      const { title = '', text = '', key = '' } = groups ?? {};
      const workflow = JSON.parse(await readFile(join(COOKBOOK, `${key}.json`), 'utf8'));
      return { key, title, description: text.replaceAll('`', '').replaceAll(/\s+/g, ' ').trim(), workflow };
    }),
  );
  return `${JSON.stringify(templates, null, 2)}\n`;
};
