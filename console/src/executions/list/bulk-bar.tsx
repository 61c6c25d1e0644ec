import './bulk-bar.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Execution } from 'darkroom-client';
import { useEffect, useState } from 'react';
import { api, errorMessage, queries } from '../../api.ts';
import { count } from '../../format.ts';
import { showToast } from '../../frame/toasts.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { useSignedIn } from '../../session/session.ts';
import { actOnEach } from './act-on-each.ts';
import { BULK_ACTION_NAMES, BULK_ACTIONS, type BulkActionName, isAllowed } from './bulk-actions.ts';
import type { Filter } from './filter/filter.ts';
import type { Selection } from './selection.ts';

type Props = {
  rows: readonly Execution[];
  total: string;
  hasMore: boolean;
  filter: Filter;
  selection: Selection;
};

/**
 * The actions on the chosen executions: on single ones by their ids, or in the background on all that match the
 * filter.
 */
export const BulkBar = ({ rows, total, hasMore, filter, selection }: Props) => {
  const { id: organization, role } = useSignedIn().organization;
  const [running, setRunning] = useState<{ id: string; action: BulkActionName }>();
  const refresh = () => queries.invalidateQueries({ queryKey: ['executions', organization] });
  const each = useMutation({
    mutationFn: ({ action, ids }: { action: BulkActionName; ids: string[] }) =>
      actOnEach(ids, (id) => BULK_ACTIONS[action].act(organization, id)),
    onSuccess: ({ done, error }, { action }) => {
      showToast(
        error
          ? `${BULK_ACTIONS[action].pastParticiple} ${count(done)}. ${errorMessage(error)}`
          : `${BULK_ACTIONS[action].pastParticiple} ${count(done)}.`,
      );
      selection.clear();
      refresh();
    },
  });
  const chosen = selection.isAll ? rows : rows.filter(({ id }) => selection.ids.has(id));
  const isEmpty = !selection.isAll && chosen.length === 0;
  const actions = BULK_ACTION_NAMES.filter((action) => BULK_ACTIONS[action].may(role));
  if (isEmpty && !running) return null;
  return (
    <section className="bulk-bar" aria-label="Selected executions">
      {running && (
        <Progress
          {...running}
          onEnd={() => {
            setRunning(undefined);
            refresh();
          }}
        />
      )}
      {!isEmpty && (
        <>
          <strong aria-live="polite">
            {selection.isAll ? `All ${total} selected` : `${count(chosen.length)} selected`}
          </strong>
          {!selection.isAll && hasMore && (
            <button type="button" className="button quiet compact" onClick={selection.chooseAll}>
              Select all {total} that match
            </button>
          )}
          {actions.map((action) =>
            selection.isAll ? (
              <ConfirmButton
                key={action}
                className="button compact"
                label={`${BULK_ACTIONS[action].label} all`}
                title={`${BULK_ACTIONS[action].label} all that match?`}
                sentence={`${total} executions match the filter. ${BULK_ACTIONS[action].sentence}`}
                confirm={`${BULK_ACTIONS[action].label} all`}
                onConfirm={async () => {
                  const { id, matched } = await BULK_ACTIONS[action].actOnAll(organization, filter);
                  selection.clear();
                  if (matched > 0) setRunning({ id, action });
                  else showToast('No matching execution is in a status that allows this.');
                }}
              />
            ) : (
              <EachButton
                key={action}
                action={action}
                ids={chosen.filter((execution) => isAllowed(action, execution)).map(({ id }) => id)}
                busy={each.isPending}
                act={each.mutate}
              />
            ),
          )}
          <button type="button" className="button quiet compact" onClick={selection.clear}>
            Clear selection
          </button>
        </>
      )}
    </section>
  );
};

type EachProps = {
  action: BulkActionName;
  ids: string[];
  busy: boolean;
  act: (of: { action: BulkActionName; ids: string[] }) => void;
};

const EachButton = ({ action, ids, busy, act }: EachProps) =>
  ids.length === 0 ? null : (
    <button type="button" className="button compact" disabled={busy} onClick={() => act({ action, ids })}>
      {BULK_ACTIONS[action].label} {count(ids.length)}
    </button>
  );

/** Follows a bulk action on all matching executions until it has ended, and says how it ended. */
const Progress = ({ id, action, onEnd }: { id: string; action: BulkActionName; onEnd: () => void }) => {
  const organization = useSignedIn().organization.id;
  const { data, error } = useQuery({
    queryKey: ['bulk', organization, id],
    queryFn: ({ signal }) =>
      api.get('/v1/workflow/execution/bulk/{id}', { path: { id }, query: { organization }, signal }),
    refetchInterval: ({ state }) => (state.data?.finishedAt ? false : 700),
  });
  const isOver = Boolean(data?.finishedAt ?? error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: run once, when the act has ended.
  useEffect(() => {
    if (!isOver) return;
    const skipped = data?.skipped ? ` ${count(data.skipped)} were skipped.` : '';
    showToast(
      error
        ? errorMessage(error)
        : `${BULK_ACTIONS[action].pastParticiple} ${count(data?.changed ?? 0)}.${skipped}`,
    );
    onEnd();
  }, [isOver]);
  return (
    <span role="status" className="bulk-progress">
      {BULK_ACTIONS[action].label}: {count(data?.done ?? 0)} of {count(data?.matched ?? 0)}
      <progress max={data?.matched ?? 1} value={data?.done ?? 0} aria-label="Progress" />
    </span>
  );
};
