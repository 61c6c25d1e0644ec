import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queries, SESSION_KEY } from '../../api.ts';
import { AreaPages } from '../../frame/area-pages.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { Heading } from '../../parts/heading.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { mayManage, ROLE_NAMES } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';

/** The frame of the pages about the organization's people, settings and history. */
export const Organization = () => {
  const { organization } = useSignedIn();
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <Heading>{organization.name}</Heading>
          <p>Your role: {ROLE_NAMES[organization.role]}</p>
        </div>
        {mayManage(organization.role) && <Rename />}
      </div>
      <AreaPages area="Organization" />
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
              Go back
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
