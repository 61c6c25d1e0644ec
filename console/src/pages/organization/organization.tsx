import { useMutation } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api, queries, SESSION_KEY } from '../../api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { Heading } from '../../parts/heading.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { mayManage, ROLE_NAMES } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';

export const Organization = () => {
  const { organization, user } = useSignedIn();
  const manages = mayManage(organization.role);
  const tabs = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the tabs are wider than the page, so scroll the current one into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another tab
  useEffect(() => {
    const tab = tabs.current?.querySelector<HTMLElement>('[aria-current="page"]');
    tabs.current?.scrollTo({ left: (tab?.offsetLeft ?? 0) - 48 });
  }, [pathname]);
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <Heading>{organization.name}</Heading>
          <p>Your role: {ROLE_NAMES[organization.role]}</p>
        </div>
        {manages && <Rename />}
      </div>
      <nav className="tabs" aria-label="Organization" ref={tabs}>
        <Link to="/organization" activeOptions={{ exact: true }}>
          Members
        </Link>
        {manages && <Link to="/organization/keys">API keys</Link>}
        <Link to="/organization/devices">Devices</Link>
        {manages && <Link to="/organization/audit-log">Audit log</Link>}
        {manages && <Link to="/organization/settings">Settings</Link>}
        {user.platformAdministrator && <Link to="/organization/apps">Connected apps</Link>}
      </nav>
      <Outlet />
    </div>
  );
};

const Rename = () => {
  const { organization } = useSignedIn();
  const [open, setOpen] = useState(false);
  const rename = useMutation({
    mutationFn: (name: string) =>
      api.put('/v1/organization/{id}', { path: { id: organization.id }, body: { name } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: SESSION_KEY });
      setOpen(false);
    },
  });
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Rename
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Rename the organization"
        description="All members see the new name at once. Connected apps and links keep working."
      >
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            rename.mutate(String(new FormData(event.currentTarget).get('name')));
          }}
        >
          <TextField label="Name" name="name" defaultValue={organization.name} required maxLength={200} />
          <ErrorNotice error={rename.error} />
          <div className="actions end">
            <button type="button" className="button" onClick={() => setOpen(false)}>
              Cancel
            </button>
            <button type="submit" className="button primary" disabled={rename.isPending}>
              Rename
            </button>
          </div>
        </form>
      </Dialog>
    </>
  );
};
