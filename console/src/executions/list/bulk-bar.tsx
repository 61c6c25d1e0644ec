import './bulk-bar.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Execution } from 'darkroom-client';
import { useEffect, useState } from 'react';
import { api, queries, sentenceOf } from '../../api.ts';
import { count } from '../../format.ts';
import { showToast } from '../../frame/toasts.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { useSignedIn } from '../../session/session.ts';
import { actOnEach } from './act-on-each.ts';
import type { Filter } from './filter.ts';
import type { Selection } from './selection.ts';
import { allows, VERB_NAMES, VERBS, type VerbName } from './verbs.ts';

type Props = {
  rows: readonly Execution[];
  total: string;
  hasMore: boolean;
  filter: Filter;
  selection: Selection;
};

/** The actions on the chosen executions: some by their ids, or all that match the filter, in the background. */
export const BulkBar = ({ rows, total, hasMore, filter, selection }: Props) => {
  const { id: organization, role } = useSignedIn().organization;
  const [running, setRunning] = useState<{ id: string; verb: VerbName }>();
  const refresh = () => queries.invalidateQueries({ queryKey: ['executions', organization] });
  const each = useMutation({
    mutationFn: ({ verb, ids }: { verb: VerbName; ids: string[] }) =>
      actOnEach(ids, (id) => VERBS[verb].act(organization, id)),
    onSuccess: ({ done, error }, { verb }) => {
      showToast(
        error
          ? `${VERBS[verb].done} ${count(done)}. ${sentenceOf(error)}`
          : `${VERBS[verb].done} ${count(done)}.`,
      );
      selection.clear();
      refresh();
    },
  });
  const chosen = selection.isAll ? rows : rows.filter(({ id }) => selection.ids.has(id));
  const isEmpty = !selection.isAll && chosen.length === 0;
  const verbs = VERB_NAMES.filter((verb) => VERBS[verb].may(role));
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
          {verbs.map((verb) =>
            selection.isAll ? (
              <ConfirmButton
                key={verb}
                className="button compact"
                label={`${VERBS[verb].label} all`}
                title={`${VERBS[verb].label} all that match?`}
                sentence={`${total} executions match the filter. ${VERBS[verb].sentence}`}
                confirm={`${VERBS[verb].label} all`}
                onConfirm={async () => {
                  const { id, matched } = await VERBS[verb].actOnAll(organization, filter);
                  selection.clear();
                  if (matched > 0) setRunning({ id, verb });
                  else showToast('No execution that matches allows this now.');
                }}
              />
            ) : (
              <EachButton
                key={verb}
                verb={verb}
                ids={chosen.filter((execution) => allows(verb, execution)).map(({ id }) => id)}
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
  verb: VerbName;
  ids: string[];
  busy: boolean;
  act: (of: { verb: VerbName; ids: string[] }) => void;
};

const EachButton = ({ verb, ids, busy, act }: EachProps) =>
  ids.length === 0 ? null : (
    <button type="button" className="button compact" disabled={busy} onClick={() => act({ verb, ids })}>
      {VERBS[verb].label} {count(ids.length)}
    </button>
  );

/** Follows a bulk action on all executions that match until it has ended, and says how it ended. */
const Progress = ({ id, verb, onEnd }: { id: string; verb: VerbName; onEnd: () => void }) => {
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
    showToast(error ? sentenceOf(error) : `${VERBS[verb].done} ${count(data?.changed ?? 0)}.${skipped}`);
    onEnd();
  }, [isOver]);
  return (
    <span role="status" className="bulk-progress">
      {VERBS[verb].label}: {count(data?.done ?? 0)} of {count(data?.matched ?? 0)}
      <progress max={data?.matched ?? 1} value={data?.done ?? 0} aria-label="Progress" />
    </span>
  );
};
