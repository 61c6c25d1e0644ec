import './code-block.css';
import { useState } from 'react';
import { copyText } from './copy-text.ts';

/** Lines of code with a button that copies them. */
export const CodeBlock = ({ label, code }: { label: string; code: string }) => {
  const [copied, setCopied] = useState('');
  return (
    <div className="code-block">
      <button
        type="button"
        className="button quiet"
        aria-label={`Copy ${label}`}
        onClick={async () => setCopied((await copyText(code)) ? code : '')}
      >
        {copied === code ? 'Copied' : 'Copy'}
      </button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keyboard */}
      <pre tabIndex={0}>{code}</pre>
    </div>
  );
};
