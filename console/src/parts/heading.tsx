import { useEffect, useRef } from 'react';

/** The page's title. It also sets the title of the browser tab, and takes the focus after navigation. */
export const Heading = ({ children }: { children: string }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} · Darkroom`;
  }, [children]);
  useEffect(() => {
    // Leave the focus in a dialog that was opened while this page loaded. If the heading took the focus, the dialog
    // would take it back and select the typed text, and the next letter would replace that text.
    if (document.activeElement?.closest('[role="dialog"]')) return;
    if (window.history.state?.__TSR_index > 0) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
};
