import type { Draft, Inputs, Step } from '../draft.ts';
import recipes from './templates.json' with { type: 'json' };

/** A recipe of the cookbook, from which a workflow can be started. */
export type Template = { key: string; title: string; description: string; draft: Draft; image: string };

const images = import.meta.glob<string>('./*.jpg', { eager: true, query: '?url', import: 'default' });

type Recipe = {
  key: string;
  title: string;
  description: string;
  workflow: { name: string; inputs: Inputs; workflowComponents: (Omit<Step, 'params'> & Partial<Step>)[] };
};

export const TEMPLATES: readonly Template[] = (recipes as Recipe[]).map(
  ({ key, title, description, workflow }) => ({
    key,
    title,
    description,
    image: images[`./${key}.jpg`] ?? '',
    draft: {
      name: workflow.name,
      inputs: workflow.inputs,
      qa: 'off',
      workflowComponents: workflow.workflowComponents.map((step) => ({ params: {}, ...step })),
    },
  }),
);

export const findTemplate = (key: string | undefined): Template | undefined =>
  TEMPLATES.find((template) => template.key === key);
