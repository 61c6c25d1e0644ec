import { MOST_PIXELS } from '../service/src/components/catalogue/geometry/most-pixels.ts';
import type { Component } from '../service/src/components/definition/component.ts';
import { type ParamSchema, valuesOf } from '../service/src/components/definition/values-of.ts';
import { CATALOGUE } from '../service/src/components/registry.ts';
import { EXAMPLES } from './component-examples.ts';

/** Writes docs/components.md from the declarations of the components. */
export const componentsPage = async (): Promise<string> =>
  [
    '# Components',
    '',
    'A workflow is a list of steps, and each step is one of these components with its parameters. The images show the',
    'sample on the left and the result of the example on the right. This page is generated from the declarations in',
    '`service/src/components` by `npm run docs`. The [cookbook](cookbook.md) has complete workflows.',
    '',
    `A step whose result would exceed ${MOST_PIXELS / 1e6} megapixels is refused; the message names the size of that result.`,
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
  inputParams,
  optionalInputParams = [],
  needsTransparency,
  ...work
}: Component): string[] => {
  const example = EXAMPLES[name]?.params ?? {};
  return [
    `### ${name}`,
    '',
    `**${title}.** ${sentence} Credits: ${credits}.${inputsIn(inputParams, optionalInputParams)}${
      needsTransparency
        ? ' Needs a transparent background: a workflow is refused when it is saved if an earlier step always fills the background.'
        : ''
    }${work.encode || work.annotate ? ' Runs at the end, whatever its position in the list.' : ''}`,
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

const inputsIn = (inputParams: readonly string[], optionalInputParams: readonly string[]): string => {
  const list = (names: readonly string[]) => `\`${names.join('`, `')}\``;
  const needed = inputParams.filter((param) => !optionalInputParams.includes(param));
  return [
    needed.length > 0 ? ` Needs an additional input: ${list(needed)}.` : '',
    optionalInputParams.length > 0
      ? ` Takes an additional input if there is one: ${list(optionalInputParams)}.`
      : '',
  ].join('');
};

const row = (name: string, schema: ParamSchema): string =>
  `| \`${name}\` | ${schema.description} | ${valuesOf(schema)} | \`${JSON.stringify(schema.default)}\` |`.replaceAll(
    '\n',
    ' ',
  );
