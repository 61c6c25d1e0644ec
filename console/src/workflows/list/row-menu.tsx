import { Content, Item, Portal, Root, Separator, Trigger } from '@radix-ui/react-dropdown-menu';
import { Link } from '@tanstack/react-router';
import type { Workflow } from 'darkroom-client';
import { useState } from 'react';
import { api, queries } from '../../api.ts';
import { showToast } from '../../frame/toasts.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { mayManage } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';

/** The actions on one workflow of the list. */
export const RowMenu = ({ workflow: { id, name } }: { workflow: Workflow }) => {
  const { organization } = useSignedIn();
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const archive = async () => {
    try {
      await api.delete('/v1/workflow/{id}', { path: { id }, query: { organization: organization.id } });
      setAsking(false);
      showToast(`${name} is archived.`);
      await queries.invalidateQueries({ queryKey: ['workflows', organization.id] });
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <>
      <Root modal={false}>
        <Trigger className="button quiet icon-button" aria-label={`Actions for ${name}`}>
          ⋯
        </Trigger>
        <Portal>
          <Content className="menu row-menu" align="end" sideOffset={4} collisionPadding={12}>
            <Item asChild>
              <Link className="menu-item" to="/workflows/$id" params={{ id }}>
                {mayManage(organization.role) ? 'Edit' : 'Open'}
              </Link>
            </Item>
            <Item asChild>
              <Link className="menu-item" to="/workflows/$id/versions" params={{ id }}>
                Versions
              </Link>
            </Item>
            {mayManage(organization.role) && (
              <>
                <Item asChild>
                  <Link className="menu-item" to="/workflows/new" search={{ copy: id }}>
                    Duplicate
                  </Link>
                </Item>
                <Separator className="menu-line" />
                <Item className="menu-item" onSelect={() => setAsking(true)}>
                  Archive
                </Item>
              </>
            )}
          </Content>
        </Portal>
      </Root>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Archive ${name}?`}
        description="It leaves the list and can no longer be started. Its executions stay, and those that wait still run. This cannot be undone."
      >
        <ErrorNotice error={error} />
        <div className="actions end">
          <button type="button" className="button" onClick={() => setAsking(false)}>
            Go back
          </button>
          <button type="button" className="button danger" onClick={archive}>
            Archive
          </button>
        </div>
      </Dialog>
    </>
  );
};
