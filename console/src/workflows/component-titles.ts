import { useQuery } from '@tanstack/react-query';
import type { Workflow } from 'darkroom-client';
import { useSignedIn } from '../session/session.ts';
import { componentsQuery } from './workflows.ts';

type TitleOf = (component: string) => string;

/** Gives the titles of components. Until they are loaded, "remove-background" is "Remove background". */
export const useComponentTitles = (): TitleOf => {
  const { data } = useQuery(componentsQuery(useSignedIn().organization.id));
  return (component) => data?.entries.find(({ name }) => name === component)?.title ?? wordsOf(component);
};

const wordsOf = (component: string): string => {
  const words = component.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const REVIEW: Record<Workflow['qa'], readonly string[]> = {
  off: [],
  unsure: ['Review of low confidence'],
  sample: ['Review of a sample'],
  all: ['Review'],
};

/** "Resize → Convert → Review": the steps of a workflow, and the review that follows them. */
export const stepsInWords = ({ workflowComponents, qa }: Workflow, titleOf: TitleOf): string =>
  [...workflowComponents.map(({ component }) => titleOf(component)), ...REVIEW[qa]].join(' → ') || 'No steps';
