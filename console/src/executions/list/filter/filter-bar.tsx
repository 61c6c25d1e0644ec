import './filter-bar.css';
import { Content, Portal, Root, Trigger } from '@radix-ui/react-popover';
import type { Status } from 'darkroom-client';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Caret } from '../../../parts/caret.tsx';
import { STATUS_LABELS } from '../../../parts/status-badge.tsx';
import type { Filter } from './filter.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterForm } from './filter-form.tsx';

const TYPING_MS = 150;
const STATUSES = Object.entries(STATUS_LABELS) as [Status, string][];

type Props = {
  filter: Filter;
  /** `isTyping` is true while text is being typed: more changes will follow soon. */
  onChange: (filter: Filter, options?: { isTyping?: boolean }) => void;
  searchBox: RefObject<HTMLInputElement | null>;
};

/** The search box, the statuses, and everything else that the list can be narrowed by. */
export const FilterBar = ({ filter, onChange, searchBox }: Props) => {
  const [open, setOpen] = useState(false);
  const toggle = (status: Status) => {
    const { status: before = [], ...rest } = filter;
    const next = before.includes(status) ? before.filter((one) => one !== status) : [...before, status];
    onChange({ ...rest, ...(next.length > 0 && { status: next }) });
  };
  return (
    <div className="filter-bar">
      <SearchBox filter={filter} onChange={onChange} searchBox={searchBox} />
      <fieldset className="status-toggles">
        <legend className="hidden">Status</legend>
        {STATUSES.map(([status, words]) => (
          <button
            key={status}
            type="button"
            aria-pressed={filter.status?.includes(status) ?? false}
            onClick={() => toggle(status)}
          >
            <span className="status" data-status={status}>
              {words}
            </span>
          </button>
        ))}
      </fieldset>
      <Root open={open} onOpenChange={setOpen} modal={false}>
        <Trigger className="button compact">
          Filters
          <Caret />
        </Trigger>
        <Portal>
          <Content className="menu filter-panel" align="end" sideOffset={6} aria-label="Filters">
            <FilterForm
              filter={filter}
              onApply={(next) => {
                onChange(next);
                setOpen(false);
              }}
            />
          </Content>
        </Portal>
      </Root>
      <FilterChips filter={filter} onChange={onChange} />
    </div>
  );
};

const SearchBox = ({ filter, onChange, searchBox }: Props) => {
  const [text, setText] = useState(filter.search ?? '');
  const sent = useRef(text);
  // If a saved view or Back has changed the search, show its new text. Typing changes nothing here: the filter then
  // has the text that was sent.
  if ((filter.search ?? '') !== sent.current) {
    sent.current = filter.search ?? '';
    setText(sent.current);
  }
  const latest = useRef({ filter, onChange });
  latest.current = { filter, onChange };
  useEffect(() => {
    if (text.trim() === sent.current) return;
    const timer = setTimeout(() => {
      const { search: _, ...rest } = latest.current.filter;
      const search = text.trim();
      sent.current = search;
      latest.current.onChange({ ...rest, ...(search && { search }) }, { isTyping: true });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      ref={searchBox}
      type="search"
      className="input compact search"
      aria-label="Search file names"
      placeholder="Search file names"
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
};
