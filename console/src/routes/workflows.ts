import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.ts';
import { signedIn } from './root.ts';
import { textIn } from './text-in.ts';

export type WorkflowSort = 'name' | 'runs' | 'failures' | 'price' | 'changed';
const SORTS: readonly WorkflowSort[] = ['name', 'runs', 'failures', 'price', 'changed'];
const sortIn = (value: unknown): WorkflowSort | undefined => SORTS.find((sort) => sort === value);

const workflows = createRoute({
  getParentRoute: () => signedIn,
  path: '/workflows',
  component: lazyPage(() => import('../pages/workflows/workflows.tsx'), 'Workflows'),
  validateSearch: (search): { search?: string; sort?: WorkflowSort } => ({
    ...(textIn(search['search']) ? { search: textIn(search['search']) } : {}),
    ...(sortIn(search['sort']) ? { sort: sortIn(search['sort']) } : {}),
  }),
});
const newWorkflow = createRoute({
  getParentRoute: () => signedIn,
  path: '/workflows/new',
  component: lazyPage(() => import('../pages/workflows/new-workflow.tsx'), 'NewWorkflow'),
  // Starts from a template of the gallery, or from a copy of a workflow.
  validateSearch: (search): { template?: string; copy?: string } => ({
    ...(textIn(search['template']) ? { template: textIn(search['template']) } : {}),
    ...(textIn(search['copy']) ? { copy: textIn(search['copy']) } : {}),
  }),
});
const workflow = createRoute({
  getParentRoute: () => signedIn,
  path: '/workflows/$id',
  component: lazyPage(() => import('../pages/workflows/workflow.tsx'), 'WorkflowPage'),
  validateSearch: (search): { step?: string } =>
    textIn(search['step']) ? { step: textIn(search['step']) } : {},
});
const versions = createRoute({
  getParentRoute: () => signedIn,
  path: '/workflows/$id/versions',
  component: lazyPage(() => import('../pages/workflows/versions.tsx'), 'Versions'),
  validateSearch: (search): { from?: string; to?: string } => ({
    ...(textIn(search['from']) ? { from: textIn(search['from']) } : {}),
    ...(textIn(search['to']) ? { to: textIn(search['to']) } : {}),
  }),
});

export const workflowsRoutes = [workflows, newWorkflow, workflow, versions] as const;
