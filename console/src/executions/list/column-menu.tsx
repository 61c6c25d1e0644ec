import { CheckboxItem, Content, ItemIndicator, Portal, Root, Trigger } from '@radix-ui/react-dropdown-menu';
import type { ColumnVisibilityState } from '@tanstack/react-table';
import { useState } from 'react';
import { Caret } from '../../parts/caret.tsx';

const KEY = 'darkroom-execution-columns';

const NAMES: Record<string, string> = {
  workflowName: 'Workflow',
  batch: 'Batch',
  createdAt: 'Created',
  duration: 'Duration',
  credits: 'Credits',
};

const stored = (): ColumnVisibilityState => {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    return Object.fromEntries(Object.keys(NAMES).map((id) => [id, kept[id] !== false]));
  } catch {
    return {};
  }
};

/** The columns that the table shows, stored in this browser. */
export const useColumns = () => {
  const [visible, setVisible] = useState(stored);
  const change = (next: ColumnVisibilityState) => {
    setVisible(next);
    localStorage.setItem(KEY, JSON.stringify(next));
  };
  return [visible, change] as const;
};

type Props = {
  visible: ColumnVisibilityState;
  onChange: (next: ColumnVisibilityState) => void;
  disabled: boolean;
};

export const ColumnMenu = ({ visible, onChange, disabled }: Props) => (
  <Root modal={false}>
    <Trigger className="button compact columns-button" disabled={disabled}>
      Columns
      <Caret />
    </Trigger>
    <Portal>
      <Content className="menu" align="end" sideOffset={6}>
        {Object.entries(NAMES).map(([id, name]) => (
          <CheckboxItem
            key={id}
            className="menu-item"
            checked={visible[id] !== false}
            onCheckedChange={(isShown) => onChange({ ...visible, [id]: isShown })}
            onSelect={(event) => event.preventDefault()}
          >
            <span className="tick">
              <ItemIndicator>✓</ItemIndicator>
            </span>
            {name}
          </CheckboxItem>
        ))}
      </Content>
    </Portal>
  </Root>
);
