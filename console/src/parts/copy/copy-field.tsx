import { useId, useRef, useState } from 'react';
import { copyText } from './copy-text.ts';

/** A secret or link that is shown once, with a button that copies it. */
export const CopyField = ({ label, value }: { label: string; value: string }) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    input.current?.select();
    setCopied(await copyText(value));
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="copy">
        <input
          ref={input}
          id={id}
          className="input"
          readOnly
          value={value}
          onFocus={({ target }) => target.select()}
        />
        <button type="button" className="button" onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </button>
      </div>
    </div>
  );
};
