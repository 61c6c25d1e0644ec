import { Content, Item, Label, Portal, Root, Separator, Trigger } from '@radix-ui/react-dropdown-menu';
import { type FormEvent, useState } from 'react';
import { showToast } from '../../../frame/toasts.tsx';
import { Caret } from '../../../parts/caret.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { TextField } from '../../../parts/forms/field.tsx';
import { useSignedIn } from '../../../session/session.ts';
import { type Filter, filterIn, keyOfFilter } from './filter.ts';

type View = { name: string; filter: Filter };

const BUILT_IN: readonly View[] = [
  { name: 'All executions', filter: {} },
  { name: 'Running and queued', filter: { status: ['CREATED', 'ACTIVE'] } },
  { name: 'Failed in the last 7 days', filter: { status: ['FAILED'], days: 7 } },
  { name: 'Credits needed', filter: { status: ['PAYMENT_REQUIRED'] } },
  { name: 'In review', filter: { status: ['IN_QA'] } },
];

const keyFor = (organization: string): string => `darkroom-views-${organization}`;

const viewsIn = (organization: string): View[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyFor(organization)) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored
      .filter((one) => typeof one?.name === 'string')
      .map(({ name, filter }) => ({ name, filter: filterIn(filter ?? {}) }));
  } catch {
    return [];
  }
};

type Props = { filter: Filter; onChoose: (filter: Filter) => void };

/** The menu of filters with a name: some that everyone has, and those that were saved in this browser. */
export const SavedViews = ({ filter, onChoose }: Props) => {
  const organization = useSignedIn().organization.id;
  const [own, setOwn] = useState(() => viewsIn(organization));
  const [naming, setNaming] = useState(false);
  const keep = (views: View[]) => {
    setOwn(views);
    localStorage.setItem(keyFor(organization), JSON.stringify(views));
  };
  const remove = (name: string) => {
    const before = own;
    keep(own.filter((view) => view.name !== name));
    showToast(`Deleted the view ${name}.`, { run: () => keep(before) });
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    keep([...own.filter((view) => view.name !== name), { name, filter }]);
    setNaming(false);
    showToast(`Saved the view ${name}.`);
  };
  const current = [...BUILT_IN, ...own].find((view) => keyOfFilter(view.filter) === keyOfFilter(filter));
  return (
    <>
      <Root modal={false}>
        <Trigger className="button compact">
          {current?.name ?? 'Views'}
          <Caret />
        </Trigger>
        <Portal>
          <Content className="menu" align="start" sideOffset={6}>
            {BUILT_IN.map((view) => (
              <ViewItem key={view.name} view={view} onChoose={onChoose} isCurrent={view === current} />
            ))}
            {own.length > 0 && (
              <>
                <Separator className="menu-line" />
                <Label className="menu-label">Saved in this browser</Label>
              </>
            )}
            {own.map((view) => (
              <ViewItem key={view.name} view={view} onChoose={onChoose} isCurrent={view === current} />
            ))}
            <Separator className="menu-line" />
            {current && own.includes(current) ? (
              <Item className="menu-item" onSelect={() => remove(current.name)}>
                <span className="tick" />
                Delete this view
              </Item>
            ) : (
              <Item className="menu-item" onSelect={() => setNaming(true)}>
                <span className="tick" />
                Save this view
              </Item>
            )}
          </Content>
        </Portal>
      </Root>
      <Dialog
        open={naming}
        onClose={() => setNaming(false)}
        title="Save this view"
        description="The filter and the order are kept in this browser under a name."
      >
        <form className="form" onSubmit={save}>
          <TextField label="Name" name="name" required maxLength={80} autoFocus />
          <div className="actions end">
            <button type="submit" className="button primary">
              Save view
            </button>
          </div>
        </form>
      </Dialog>
    </>
  );
};

type ItemProps = { view: View; isCurrent: boolean; onChoose: (filter: Filter) => void };

const ViewItem = ({ view: { name, filter }, isCurrent, onChoose }: ItemProps) => (
  <Item className="menu-item" onSelect={() => onChoose(filter)}>
    <span className="tick">{isCurrent ? '✓' : ''}</span>
    <span className="cut">{name}</span>
  </Item>
);
