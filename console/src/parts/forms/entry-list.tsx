import './entry-list.css';
import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { queries } from '../../api.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { type Column, Listing } from '../listing.tsx';
import { ErrorNotice } from '../notice.tsx';

/** The form above the list, which adds an entry. */
type Add<Made> = {
  fields: ReactNode;
  /** The CSS class of the row of fields, for forms with more than two fields. */
  row?: string;
  button: string;
  send: (fields: FormData) => Promise<Made>;
  /** Renders a part of the new entry, such as a secret that is never shown again. */
  made?: (made: Made) => ReactNode;
};

/** The button of each row that removes its entry, after a confirmation. */
type Remove<Entry> = {
  label: string;
  /** The name of the entry, which screen readers read after the label of the button. */
  about: (entry: Entry) => string;
  title: (entry: Entry) => string;
  sentence: (entry: Entry) => string;
  send: (entry: Entry) => Promise<unknown>;
  offered?: (entry: Entry) => boolean;
};

type Props<Entry, Made> = {
  title: string;
  about?: ReactNode;
  /** A link or button beside the title. */
  beside?: ReactNode;
  caption: string;
  queryKey: QueryKey;
  load: (signal: AbortSignal) => Promise<{ entries: readonly Entry[] }>;
  columns: readonly Column<Entry>[];
  keyOf: (entry: Entry) => string;
  empty: ReactNode;
  add?: Add<Made>;
  remove: Remove<Entry>;
};

/** A list of entries that people add by a form and remove by a button: keys, invitations, connected apps. */
export function EntryList<Entry, Made>({ title, about, beside, add, remove, ...list }: Props<Entry, Made>) {
  const id = useId();
  const query = useQuery({ queryKey: list.queryKey, queryFn: ({ signal }) => list.load(signal) });
  const refresh = () => queries.invalidateQueries({ queryKey: list.queryKey });
  const actions: Column<Entry> = {
    title: 'Actions',
    kind: 'act',
    cell: (entry) =>
      (remove.offered?.(entry) ?? true) && (
        <ConfirmButton
          label={remove.label}
          about={remove.about(entry)}
          title={remove.title(entry)}
          sentence={remove.sentence(entry)}
          confirm={remove.label}
          onConfirm={async () => {
            await remove.send(entry);
            await refresh();
          }}
        />
      ),
  };
  return (
    <section className="section" aria-labelledby={id}>
      <div className="page-head">
        <h2 id={id}>{title}</h2>
        {beside}
      </div>
      {about && <p>{about}</p>}
      {add && <AddForm {...add} onAdded={refresh} />}
      <Listing
        caption={list.caption}
        columns={[...list.columns, actions]}
        query={query}
        keyOf={list.keyOf}
        empty={list.empty}
      />
    </section>
  );
}

function AddForm<Made>({
  fields,
  row = '',
  button,
  send,
  made,
  onAdded,
}: Add<Made> & { onAdded: () => unknown }) {
  const [round, setRound] = useState(0);
  const add = useMutation({
    mutationFn: send,
    onSuccess: () => {
      setRound(round + 1);
      return onAdded();
    },
  });
  return (
    <form
      className="card entry-form"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(new FormData(event.currentTarget));
      }}
    >
      <div className={`form-row ${row}`}>
        {/* Empties the fields after each added entry. A refusal keeps them, so that nothing typed is lost. */}
        <Fragment key={round}>{fields}</Fragment>
        <button type="submit" className="button primary" disabled={add.isPending}>
          {button}
        </button>
      </div>
      <ErrorNotice error={add.error} />
      {add.data !== undefined && made?.(add.data)}
    </form>
  );
}
