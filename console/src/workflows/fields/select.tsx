import type { ReactNode } from 'react';
import type { ControlProps } from './param-field.tsx';

/** A list of choices; `children` are its options. */
export const Select = ({
  id,
  value,
  onChange,
  describedBy,
  invalid,
  disabled,
  children,
}: Omit<ControlProps<string>, 'label'> & { children: ReactNode }) => (
  <select
    id={id}
    className="select"
    value={value}
    disabled={disabled}
    aria-describedby={describedBy}
    aria-invalid={invalid}
    onChange={({ target }) => onChange(target.value)}
  >
    {children}
  </select>
);
