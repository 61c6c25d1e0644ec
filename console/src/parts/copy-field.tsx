import { useId, useRef, useState } from 'react';

/** A secret or link that is shown once, with a button that copies it. */
export const CopyField = ({ label, value }: { label: string; value: string }) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    input.current?.select();
    // Browsers offer the clipboard only on https and localhost. Elsewhere, fall back to execCommand; the text is selected for copying by hand.
    const { clipboard } = navigator as { clipboard?: Clipboard };
    setCopied(
      clipboard
        ? await clipboard.writeText(value).then(
            () => true,
            () => false,
          )
        : document.execCommand('copy'),
    );
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
