import { type ComponentProps, type ReactNode, useId } from 'react';

type Shared = { label: string; hint?: ReactNode };

/** A text input with its label and hint, linked for screen readers. */
export const TextField = ({ label, hint, className = '', ...input }: Shared & ComponentProps<'input'>) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={`input ${className}`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...input}
      />
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
};

export const SelectField = ({ label, hint, children, ...select }: Shared & ComponentProps<'select'>) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="select" aria-describedby={hint ? `${id}-hint` : undefined} {...select}>
        {children}
      </select>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
};
