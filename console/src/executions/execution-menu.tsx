import { Content, Item, Portal, Root, Separator, Trigger } from '@radix-ui/react-dropdown-menu';
import type { Execution } from 'darkroom-client';
import { useState } from 'react';
import { Caret } from '../parts/caret.tsx';
import { copyWithToast } from '../parts/copy/copy-with-toast.ts';
import { mayRun } from '../session/rights.ts';
import { useSignedIn } from '../session/session.ts';
import { curlFor } from './curl-for.ts';
import { RunAgainDialog } from './run-again-dialog.tsx';

/** The menu of other actions on an execution: copy its id or a call that makes another one like it, run it again. */
export const ExecutionMenu = ({ execution }: { execution: Execution }) => {
  const { role } = useSignedIn().organization;
  const [isRunning, setRunning] = useState(false);
  return (
    <>
      {mayRun(role) && (
        <button type="button" className="button" onClick={() => setRunning(true)}>
          Run again with…
        </button>
      )}
      <Root modal={false}>
        <Trigger className="button">
          Copy
          <Caret />
        </Trigger>
        <Portal>
          <Content className="menu" align="end" sideOffset={6}>
            <Item className="menu-item" onSelect={() => copyWithToast(execution.id, 'The ID is copied.')}>
              Copy ID
            </Item>
            <Item
              className="menu-item"
              onSelect={() => copyWithToast(curlFor(execution), 'The curl command is copied.')}
            >
              Copy curl
            </Item>
            <Separator className="menu-line" />
            <Item
              className="menu-item"
              onSelect={() => copyWithToast(JSON.stringify(execution, null, 2), 'The record is copied.')}
            >
              Copy JSON
            </Item>
          </Content>
        </Portal>
      </Root>
      {isRunning && <RunAgainDialog execution={execution} onClose={() => setRunning(false)} />}
    </>
  );
};
