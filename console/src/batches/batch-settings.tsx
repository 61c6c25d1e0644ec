import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, queries } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { SelectField, TextField } from '../parts/forms/field.tsx';
import { SAMPLING, type Sampling, SamplingFields } from '../parts/forms/sampling-fields.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { QA_WORDS, reviewPlanQuery } from './batch-queries.ts';
import type { DetailedBatch } from './batches.ts';

/** Changes the name, budget, priority and review of a batch in one call. */
export const BatchSettings = ({ batch, onClose }: { batch: DetailedBatch; onClose: () => void }) => {
  const { id, organizationId: organization } = batch;
  const [qa, setQa] = useState(batch.qa ?? '');
  const [sampling, setSampling] = useState<Sampling>(batch.qaSampling ?? SAMPLING);
  const { data: plan } = useQuery(reviewPlanQuery(organization, id));
  const save = useMutation({
    mutationFn: (form: FormData) => {
      const budget = String(form.get('budget')).trim();
      const wantsReview = (qa || null) !== batch.qa || qa === 'sample';
      return api.put('/v1/batch/{id}', {
        path: { id },
        query: { organization },
        body: {
          name: String(form.get('name')),
          budget: budget === '' ? null : Number(budget),
          priority: Number(form.get('priority')),
          ...(wantsReview
            ? { qa: (qa || null) as typeof batch.qa, ...(qa === 'sample' ? { qaSampling: sampling } : {}) }
            : {}),
        },
      });
    },
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: ['batch', organization, id] });
      queries.invalidateQueries({ queryKey: ['batch-qa', organization, id] });
      queries.invalidateQueries({ queryKey: ['batches', organization] });
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(new FormData(event.currentTarget));
  };
  const why = plan?.workflows.find((one) => one.why)?.why;
  return (
    <Dialog open onClose={onClose} title="Batch settings" description="Changes apply to queued images too.">
      <form className="form" onSubmit={submit}>
        <TextField label="Name" name="name" required maxLength={1024} defaultValue={batch.name ?? ''} />
        <TextField
          label="Budget in credits"
          name="budget"
          type="number"
          min={0}
          step={1}
          defaultValue={batch.budget ?? ''}
          hint="Images beyond the budget wait unpaid. Leave it empty for no limit."
        />
        <SelectField
          label="Priority"
          name="priority"
          defaultValue={batch.priority}
          hint="9 runs first. Applies within this organization."
        >
          {Array.from({ length: 10 }, (_, value) => 9 - value).map((value) => (
            <option key={value} value={value}>
              {value === 5 ? '5 (normal)' : value}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Review"
          value={qa}
          onChange={({ target }) => setQa(target.value as typeof qa)}
          {...(why ? { hint: why } : {})}
        >
          <option value="">As set in each workflow</option>
          {Object.entries(QA_WORDS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        {qa === 'sample' && <SamplingFields value={sampling} onChange={setSampling} />}
        <ErrorNotice error={save.error} />
        <div className="actions end">
          <button type="button" className="button" onClick={onClose}>
            Go back
          </button>
          <button type="submit" className="button primary" disabled={save.isPending}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
};
