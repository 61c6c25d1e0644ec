import { MOST_PIXELS } from '../service/src/components/catalogue/geometry/most-pixels.ts';
import type { Component } from '../service/src/components/definition/component.ts';
import { type ParamSchema, valuesOf } from '../service/src/components/definition/values-of.ts';
import { CATALOGUE } from '../service/src/components/registry.ts';
import { EXAMPLES } from './component-examples.ts';

/** docs/components.md, from what the components say of themselves. */
export const componentsPage = async (): Promise<string> =>
  [
    '# Components',
    '',
    'A workflow is a list of steps, and each step is one of these components with its parameters. The pictures show the',
    'sample on the left and what the example makes of it on the right. This page is made from the declarations in',
    '`service/src/components` by `npm run docs`. Whole workflows are in the [cookbook](cookbook.md).',
    '',
    `A step that would make a picture larger than ${MOST_PIXELS / 1e6} megapixels is refused with the size that it would have.`,
    '',
    ...Object.entries(CATALOGUE).map(
      ([group, components]) =>
        `- ${group}: ${components.map(({ name }) => `[${name}](#${name})`).join(', ')}`,
    ),
    '',
    ...Object.entries(CATALOGUE).flatMap(([group, components]) => [
      `## ${group}`,
      '',
      ...components.flatMap(section),
    ]),
  ].join('\n');

const section = ({
  name,
  title,
  sentence,
  credits,
  params,
  needs,
  needsTransparency,
  ...work
}: Component): string[] => {
  const example = EXAMPLES[name]?.params ?? {};
  return [
    `### ${name}`,
    '',
    `**${title}.** ${sentence} Credits: ${credits}.${needs.length > 0 ? ` Takes another input: \`${needs.join('`, `')}\`.` : ''}${
      needsTransparency
        ? ' Needs a transparent background: a workflow in which a step before always fills it is refused when it is saved.'
        : ''
    }${work.encode || work.annotate ? ' Has its turn at the end, wherever it stands.' : ''}`,
    '',
    `![${title}: before and after](components/${name}.jpg)`,
    '',
    '```json',
    JSON.stringify({ id: name, component: name, params: example }),
    '```',
    '',
    '| parameter | what it does | value | default |',
    '|---|---|---|---|',
    ...Object.entries(params.properties).map(([param, schema]) =>
      row(param, schema as unknown as ParamSchema),
    ),
    '',
  ];
};

const row = (name: string, schema: ParamSchema): string =>
  `| \`${name}\` | ${schema.description} | ${valuesOf(schema)} | \`${JSON.stringify(schema.default)}\` |`.replaceAll(
    '\n',
    ' ',
  );
