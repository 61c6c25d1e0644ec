import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Workflow } from 'darkroom-client';
import { useState } from 'react';
import { api } from '../../api.ts';
import { workflowsQuery } from '../../executions/executions.ts';
import { mayManage } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';

type Task = { words: string; to: LinkProps['to']; isDone: boolean };
type State = { isPending: boolean; tasks: readonly Task[]; hide: () => void };

const keyOf = (organization: string): string => `darkroom-checklist-hidden-${organization}`;

const TOGETHER_MS = 60_000;

/**
 * The time until which workflows count as made together with the organization: a minute after the oldest one. Newer
 * workflows were made by people.
 */
const initialWorkflowsUntil = (workflows: readonly Workflow[]): number =>
  TOGETHER_MS + Math.min(...workflows.map(({ date }) => Date.parse(date)));

/** The first steps in a new organization, for people who may take them, and whether each is done. */
export const useChecklist = (): State => {
  const { id, role } = useSignedIn().organization;
  const [isHidden, setHidden] = useState(() => localStorage.getItem(keyOf(id)) !== null);
  const isShown = mayManage(role) && !isHidden;
  const { data: workflows } = useQuery({ ...workflowsQuery(id), enabled: isShown });
  const { data, isPending, isError } = useQuery({
    queryKey: ['checklist', id],
    queryFn: async ({ signal }) => {
      const one = { path: { id }, query: { limit: 2 }, signal };
      const [runs, members, invitations, keys, devices] = await Promise.all([
        api.get('/v2/workflow/execution', { query: { organization: id, limit: 0 }, signal }),
        api.get('/v1/organization/{id}/members', one),
        api.get('/v1/organization/{id}/invitations', one),
        api.get('/v1/organization/{id}/keys', one),
        api.get('/v1/organization/{id}/devices', one),
      ]);
      return {
        hasRun: runs.total > 0,
        hasPeople: members.total + invitations.total > 1,
        hasApp: devices.total > 0 || keys.entries.some(({ lastUsedAt }) => lastUsedAt !== null),
      };
    },
    enabled: isShown,
    staleTime: 30_000,
  });
  const tasks: Task[] = data
    ? [
        { words: 'Run an image', to: '/', isDone: data.hasRun },
        {
          words: 'Create your own workflow',
          to: '/workflows',
          isDone:
            workflows?.entries.some(
              ({ date }) => Date.parse(date) > initialWorkflowsUntil(workflows.entries),
            ) ?? false,
        },
        { words: 'Invite a colleague', to: '/organization', isDone: data.hasPeople },
        { words: 'Use an API key or connect an app', to: '/developers', isDone: data.hasApp },
      ]
    : [];
  const hide = () => {
    localStorage.setItem(keyOf(id), 'yes');
    setHidden(true);
  };
  return { isPending: isShown && isPending && !isError, tasks: isShown ? tasks : [], hide };
};

/** The list of first steps, until all are done or it is hidden. */
export const Checklist = ({ tasks, hide }: Pick<State, 'tasks' | 'hide'>) =>
  tasks.some(({ isDone }) => !isDone) ? (
    <section className="checklist" aria-labelledby="first-steps">
      <h2 id="first-steps">First steps</h2>
      <div className="checklist-tasks">
        {tasks.map(({ words, to, isDone }) => (
          <Link key={words} to={to} className={isDone ? 'done' : ''}>
            <span className="tick" aria-hidden="true">
              {isDone ? '✓' : ''}
            </span>
            {words}
            {isDone && <span className="hidden"> (done)</span>}
          </Link>
        ))}
      </div>
      <button type="button" className="button quiet" onClick={hide}>
        Hide
      </button>
    </section>
  ) : null;
